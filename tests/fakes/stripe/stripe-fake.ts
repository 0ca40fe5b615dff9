import Fastify from 'fastify'
import { holdSent } from '../held-answers.ts'
import { type FakeOptions, listen, newWorld, partsOf, surroundings, switchesOf } from '../fake-parts.ts'
import type { BuyerAct, Office, ProviderFake } from '../provider-fake.ts'
import { serveBrowsers, tokenFor } from './browser-routes.ts'
import { AUTHENTICATION_FAILED, CARD } from './cards.ts'
import { dispute } from './disputes.ts'
import { ask, authenticate, cancelIntent, confirm, fail, process, succeed } from './intents.ts'
import { messagesOf } from './messages.ts'
import { publishFees } from './money.ts'
import { endRefunds, refund } from './refunds.ts'
import { REQUIRED } from './required.ts'
import { serveInterface } from './server.ts'
import {
  CONNECTED_ACCOUNT,
  CONNECT_SECRET,
  type FakeEndpoint,
  PAYMENT_SECRET,
  PUBLIC_KEY,
  Refusal,
  SECRET_KEY,
  type World,
  chargeOf,
  intentOf,
} from './world.ts'

/** What only Stripe's stand-in has. */
export type StripeFake = ProviderFake & {
  /** The address of the script that browsers load. */
  readonly script: string
  /** An account that the platform may act for, in the mode for platforms. */
  readonly connectedAccount: string
  /** The endpoints that the organiser has set up there. */
  readonly endpoints: FakeEndpoint[]
  /** Whether the account may take payments. */
  readonly account: { areChargesEnabled: boolean }
  /** A token of a card, as the old form gives it to a page. */
  token(number?: string): string
}

/** Stripe: its interface, the script with its frames, and its messages to the shop at `notify`. */
export async function stripeFake(options: FakeOptions): Promise<StripeFake> {
  const { now, pass, shop, moods } = surroundings(options)
  const world = worldOf(shop, now)
  const outbox = messagesOf(world, shop)
  world.sendMessage = outbox.sendMessage
  const app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler<Error & { statusCode?: number }>((error, { method, url: path }, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send({ error: error.error })
    const isUnreadable = error.statusCode !== undefined && error.statusCode < 500
    if (isUnreadable) world.violations.push(`${method} ${path}: ${error.message}`)
    return reply.code(isUnreadable ? 400 : 500).send({ error: { type: 'api_error', message: error.message } })
  })
  holdSent(app, /^\/v1\//, world.held)
  const requests = serveInterface(app, world, moods)
  let url = ''
  serveBrowsers(app, world, () => url)
  url = await listen(app)
  return {
    proxy: 'STRIPE',
    url,
    script: `${url}/endive/stripe.js`,
    connectedAccount: CONNECTED_ACCOUNT,
    endpoints: world.endpoints,
    account: world.account,
    settings: SETTINGS,
    ...partsOf({ world, moods, app, requests, outbox }),
    buyer: async (reference, act) => buyer(world, reference, act),
    token: (number = CARD.pays) => tokenFor(world, number),
    office: officeOf(world),
    passes(milliseconds) {
      pass(milliseconds)
      publishFees(world)
    },
  }
}

const SETTINGS = {
  STRIPE_CC_ENABLED: 'true',
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_PUBLIC_KEY: PUBLIC_KEY,
  STRIPE_WEBHOOK_PAYMENT_KEY: PAYMENT_SECRET,
  STRIPE_WEBHOOK_KEY: CONNECT_SECRET,
} as const

function worldOf(notify: () => string, now: () => number): World {
  const endpoint: FakeEndpoint = {
    id: 'we_foyer',
    get url() {
      return `${notify()}/api/payment/webhook/stripe/payment`
    },
    status: 'enabled',
    livemode: false,
    enabledEvents: ['*'],
  }
  return {
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    lines: [],
    tokens: new Map(),
    endpoints: [endpoint],
    account: { areChargesEnabled: true },
    ...newWorld(REQUIRED, now),
    sendMessage: () => {},
  }
}

/** What the page does for the buyer, and the bank. */
function buyer(world: World, reference: string, act: BuyerAct): void {
  const intent = intentOf(world, reference)
  const byCard = (number: string) => confirm(world, intent, { type: 'card', number, returnUrl: null })
  /** A refusal is answered to the page, which shows it. */
  const refused = (number: string) => {
    try {
      byCard(number)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 402) throw error
    }
  }
  switch (act) {
    case 'pay':
      return intent.status === 'requires_action' ? authenticate(world, intent, true) : byCard(CARD.pays)
    case 'pay-later':
      return process(world, intent)
    case 'decline':
      return refused(CARD.declined)
    case 'decline-funds':
      return refused(CARD.withoutFunds)
    case 'decline-stolen':
      return refused(CARD.stolen)
    case 'authenticate-and-fail':
      if (intent.status !== 'requires_action') byCard(CARD.authenticates)
      return authenticate(world, intent, false)
    case 'cancel':
      return leave(world, reference)
    case 'abandon':
      return undefined
    default:
      return act satisfies never
  }
}

/** Only the page of another method has a button for it. */
function leave(world: World, reference: string): void {
  const intent = intentOf(world, reference)
  const method = intent.methods.find(name => name !== 'card')
  if (method === undefined) throw new Error('the card form can only be left')
  if (intent.status !== 'requires_action') ask(world, intent, { type: 'redirect_to_url', method, returnUrl: null })
  authenticate(world, intent, false)
}

function officeOf(world: World): Office {
  return {
    settle: async reference => succeed(world, processing(world, reference), { method: 'sepa_debit', number: null }),
    fail: async reference => void fail(world, processing(world, reference), AUTHENTICATION_FAILED),
    cancel: async reference => cancelIntent(world, intentOf(world, reference), null),
    async refund(reference, amount) {
      const requested = amount === undefined ? null : Number(amount)
      refund(world, chargeOf(world, reference), { amount: requested, metadata: {}, returnsFee: false })
    },
    ...switchesOf(world),
    endRefunds: async () => endRefunds(world),
    dispute: async (reference, state) => dispute(world, chargeOf(world, reference), state),
  }
}

function processing(world: World, reference: string) {
  const intent = intentOf(world, reference)
  if (intent.status !== 'processing') throw new Error(`${reference} is ${intent.status}`)
  return intent
}
