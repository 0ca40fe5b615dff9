import Fastify from 'fastify'
import { holdSent } from '../held-answers.ts'
import { type FakeOptions, listen, newWorld, partsOf, surroundings, switchesOf } from '../fake-parts.ts'
import type { BuyerAct, Office, ProviderFake } from '../provider-fake.ts'
import { serveBrowsers } from './browser-routes.ts'
import { messagesOf } from './messages.ts'
import { METHODS } from './methods.ts'
import { cancel, chargeBack, expireDue, fail, isOpen, pay, process } from './payments.ts'
import { endRefunds, refund, refundedOf } from './refunds.ts'
import { REQUIRED } from './required.ts'
import { problem, serveInterface } from './server.ts'
import { type FakeProfile, type FakeRefund, PLATFORM, Refusal, TEST_KEY, type World, paymentOf } from './world.ts'

/** What only Mollie's stand-in has. */
export type MollieFake = ProviderFake & {
  /** The settings of an organiser for whom the platform takes payments. */
  readonly platform: Readonly<Record<string, string>>
  readonly profile: FakeProfile
  /** Every token of the platform is refused from now on. */
  refuseTokens(): void
  /** As people set it in the back office, such as a refund that is cancelled. */
  setRefund(id: string, status: FakeRefund['status']): void
  /** What a payment was begun with; the parts that Mollie does not return again. */
  feeOf(reference: string): { readonly amount: bigint; readonly description: string } | null
}

/** Mollie: its interface, its page for buyers, and its messages to the shop at `notify`. */
export async function mollieFake(options: FakeOptions): Promise<MollieFake> {
  const { now, pass, shop, moods } = surroundings(options)
  const world = worldOf(now)
  const outbox = messagesOf(world, shop)
  world.sendMessage = outbox.sendMessage
  const app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler<Error & { statusCode?: number }>((error, { method, url: path }, reply) => {
    const isUnreadable = error.statusCode !== undefined && error.statusCode < 500
    if (isUnreadable) world.violations.push(`${method} ${path}: ${error.message}`)
    const status = isUnreadable ? 400 : 500
    return reply.code(status).send(problem(new Refusal(status, error.message)))
  })
  holdSent(app, /^\/(v2|oauth2)\//, world.held)
  const requests = serveInterface(app, world, moods)
  serveBrowsers(app, world)
  return {
    proxy: 'MOLLIE',
    url: await listen(app),
    settings: { MOLLIE_CC_ENABLED: 'true', MOLLIE_API_KEY: TEST_KEY },
    platform: PLATFORM_SETTINGS,
    profile: world.profile,
    ...partsOf({ world, moods, app, requests, outbox }),
    buyer: async (reference, act) => buyer(world, reference, act),
    office: officeOf(world),
    passes(milliseconds) {
      pass(milliseconds)
      expireDue(world)
    },
    refuseTokens: () => world.tokens.clear(),
    setRefund(id, status) {
      const item = world.refunds.get(id)
      if (!item) throw new Error(`${id} is no refund`)
      item.status = status
      item.ends = null
    },
    feeOf: reference => paymentOf(world, reference).fee,
  }
}

const PLATFORM_SETTINGS = {
  MOLLIE_CC_ENABLED: 'true',
  PLATFORM_MODE_ENABLED: 'true',
  MOLLIE_CONNECT_CLIENT_ID: PLATFORM.clientId,
  MOLLIE_CONNECT_CLIENT_SECRET: PLATFORM.clientSecret,
  MOLLIE_CONNECT_REFRESH_TOKEN: PLATFORM.refreshToken,
  MOLLIE_CONNECT_PROFILE_ID: PLATFORM.profileId,
} as const

const worldOf = (now: () => number): World => ({
  payments: new Map(),
  refunds: new Map(),
  chargebacks: new Map(),
  tokens: new Map(),
  profile: { status: 'verified', methods: new Set(Object.keys(METHODS)), away: new Set() },
  ...newWorld(REQUIRED, now),
  sendMessage: () => {},
})

/** What the page does for the buyer, and the bank. */
function buyer(world: World, reference: string, act: BuyerAct): void {
  const payment = paymentOf(world, reference)
  expireDue(world)
  const isStarting = isOpen(world, payment)
  if (isStarting) payment.isStarted = true
  switch (act) {
    case 'pay':
      return pay(world, payment)
    case 'pay-later':
      return process(payment)
    case 'decline':
      return fail(world, payment, 'card_declined')
    case 'decline-funds':
      return fail(world, payment, 'insufficient_funds')
    case 'decline-stolen':
      return fail(world, payment, 'possible_fraud')
    case 'authenticate-and-fail':
      return fail(world, payment, 'authentication_failed')
    case 'cancel':
      return cancel(world, payment)
    case 'abandon':
      return undefined
    default:
      return act satisfies never
  }
}

function officeOf(world: World): Office {
  return {
    settle: async reference => pay(world, pending(world, reference)),
    fail: async reference => fail(world, pending(world, reference), 'unknown_reason'),
    cancel: async reference => cancel(world, paymentOf(world, reference)),
    async refund(reference, amount) {
      const payment = paymentOf(world, reference)
      const left = payment.amount - refundedOf(world, payment)
      refund(world, payment, { amount: amount ?? left, description: 'By hand', metadata: null })
    },
    ...switchesOf(world),
    endRefunds: async () => endRefunds(world),
    dispute: async (reference, state) => chargeBack(world, paymentOf(world, reference), state),
  }
}

function pending(world: World, reference: string) {
  const payment = paymentOf(world, reference)
  if (payment.status !== 'pending') throw new Error(`${reference} is ${payment.status}`)
  return payment
}
