import Fastify from 'fastify'
import { holdSent } from '../held-answers.ts'
import { type FakeOptions, listen, newWorld, partsOf, surroundings, switchesOf } from '../fake-parts.ts'
import type { BuyerAct, Office, ProviderFake } from '../provider-fake.ts'
import { serveBrowsers, wayBack } from './browser-routes.ts'
import { messagesOf } from './messages.ts'
import { approve, deny, dispute, endRefunds, refundByHand, settle } from './orders.ts'
import { REQUIRED } from './required.ts'
import { serveInterface } from './server.ts'
import { APP, type FakeOrder, type Source, type World, orderEver, orderOf } from './world.ts'

/** What only PayPal's stand-in has. */
export type PayPalFake = ProviderFake & {
  readonly webhook: World['webhook']
  /** The buyer agrees, with this source of money. */
  agree(reference: string, source: Source): void
  /** The address that the buyer of an order is sent to. */
  page(reference: string): string
  back(reference: string): string
  /** Whether the app may see disputes. */
  showDisputes(isShown: boolean): void
  /** Tokens that were given end before their time. */
  endTokens(): void
}

/** PayPal: its interface, the page where buyers agree, and its messages to the shop at `notify`. */
export async function paypalFake(options: FakeOptions): Promise<PayPalFake> {
  const { now, pass, shop, moods } = surroundings(options)
  let url = ''
  const world = worldOf(now)
  const outbox = messagesOf(world, { shop, site: () => url })
  world.sendMessage = outbox.sendMessage
  const app = Fastify({ forceCloseConnections: true })
  const { certificate } = outbox
  holdSent(app, /^\/v[12]\//, world.held)
  const requests = serveInterface(app, { world, moods, site: () => url, certificate })
  serveBrowsers(app, world)
  url = await listen(app)
  return {
    proxy: 'PAYPAL',
    url,
    settings: SETTINGS,
    webhook: world.webhook,
    ...partsOf({ world, moods, app, requests, outbox }),
    buyer: async (reference, act) => buyer(world, orderOf(world, reference), act),
    agree: (reference, source) => approve(world, orderOf(world, reference), source),
    page: reference => `${url}/checkoutnow?token=${orderOf(world, reference).id}`,
    back: reference => wayBack(orderEver(world, reference)),
    showDisputes(isShown) {
      world.seesDisputes = isShown
    },
    endTokens: () => world.tokens.clear(),
    office: officeOf(world),
    passes: pass,
  }
}

const SETTINGS = {
  PAYPAL_ENABLED: 'true',
  PAYPAL_CLIENT_ID: APP.client,
  PAYPAL_CLIENT_SECRET: APP.secret,
  PAYPAL_WEBHOOK_ID: APP.webhook,
} as const

function worldOf(now: () => number): World {
  return {
    orders: new Map(),
    disputes: new Map(),
    answered: new Map(),
    tokens: new Map(),
    webhook: { events: ['*'], url: null },
    seesDisputes: true,
    ...newWorld(REQUIRED, now),
    sendMessage: () => {},
  }
}

/** By which issue capturing what was agreed to is refused. */
const REFUSED: Partial<Record<BuyerAct, string>> = {
  decline: 'INSTRUMENT_DECLINED',
  'decline-funds': 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'decline-stolen': 'TRANSACTION_REFUSED',
  'authenticate-and-fail': 'PAYER_ACTION_REQUIRED',
}

/** What the buyer does at PayPal; money moves when the shop captures it. */
function buyer(world: World, order: FakeOrder, act: BuyerAct): void {
  switch (act) {
    case 'pay':
      return approve(world, order, 'good')
    case 'pay-later':
      return approve(world, order, 'reviewed')
    case 'cancel':
      order.isLeftByCancel = true
      return undefined
    case 'abandon':
      return undefined
    default:
      return approve(world, order, { issue: REFUSED[act] ?? '' })
  }
}

function officeOf(world: World): Office {
  return {
    settle: async reference => settle(world, orderOf(world, reference)),
    fail: async reference => deny(world, orderOf(world, reference)),
    async cancel(reference) {
      const order = orderOf(world, reference)
      if (order.capture) throw new Error(`${reference} was captured`)
      order.status = 'VOIDED'
    },
    refund: async (reference, amount) => refundByHand(world, reference, amount),
    ...switchesOf(world),
    endRefunds: async () => endRefunds(world),
    dispute: async (reference, state) => dispute(world, reference, state),
  }
}
