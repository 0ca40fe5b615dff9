import Fastify from 'fastify'
import { holdSent } from '../held-answers.ts'
import { type FakeOptions, listen, newWorld, partsOf, surroundings, switchesOf } from '../fake-parts.ts'
import type { BuyerAct, Office, ProviderFake } from '../provider-fake.ts'
import { serveBrowsers } from './browser-routes.ts'
import { ABORTED, DECLINED, NOT_AUTHENTICATED, STOLEN, WITHOUT_FUNDS } from './cards.ts'
import { messagesOf } from './messages.ts'
import { abort, endDue, fail, pay, payLater, succeed } from './payments.ts'
import { REQUIRED } from './required.ts'
import { serveInterface } from './server.ts'
import { endRefunds } from './transactions.ts'
import { ACCOUNT, type FakeError, type FakePage, type World, book, failed, pageOf } from './world.ts'

/** What only Saferpay's stand-in has. */
export type SaferpayFake = ProviderFake & {
  /** The license of the organiser. */
  readonly license: { package: string }
  /** Saferpay says of a page, by its token, that it has this error from now on. */
  errs(reference: string, name: string, more?: Partial<FakeError>): void
  /** The address that the buyer of a page is sent to. */
  page(reference: string): string
}

/** Saferpay: its interface, the page where buyers pay, and its messages to the shop at `notify`. */
export async function saferpayFake(options: FakeOptions): Promise<SaferpayFake> {
  const { now, pass, shop, moods } = surroundings(options)
  const world = worldOf(now)
  const outbox = messagesOf(world, shop)
  world.sendMessage = outbox.sendMessage
  const app = Fastify({ forceCloseConnections: true })
  let url = ''
  holdSent(app, /^\/api\//, world.held)
  const requests = serveInterface(app, { world, moods, url: () => url })
  serveBrowsers(app, world)
  url = await listen(app)
  return {
    proxy: 'SAFERPAY',
    url: `${url}/api`,
    settings: SETTINGS,
    license: world.license,
    ...partsOf({ world, moods, app, requests, outbox }),
    buyer: async (reference, act) => buyer(world, pageOf(world, reference), act),
    errs(reference, name, more) {
      pageOf(world, reference).error = failed(402, name, 'As the test has it', more)
    },
    page: reference => `${url}/page/${pageOf(world, reference).token}`,
    office: officeOf(world),
    passes(milliseconds) {
      pass(milliseconds)
      endDue(world)
    },
  }
}

const SETTINGS = {
  SAFERPAY_ENABLED: 'true',
  SAFERPAY_API_USERNAME: ACCOUNT.user,
  SAFERPAY_API_PASSWORD: ACCOUNT.password,
  SAFERPAY_CUSTOMER_ID: ACCOUNT.customer,
  SAFERPAY_TERMINAL_ID: ACCOUNT.terminal,
} as const

function worldOf(now: () => number): World {
  return {
    pages: new Map(),
    transactions: new Map(),
    sent: new Map(),
    license: { package: 'Business' },
    ...newWorld(REQUIRED, now),
    sendMessage: () => {},
  }
}

/** What the page does for the buyer, and the bank. */
function buyer(world: World, page: FakePage, act: BuyerAct): void {
  const refusedBy = (error: FakeError) => pay(world, page, undefined, { error })
  switch (act) {
    case 'pay':
      return pay(world, page)
    case 'pay-later':
      return payLater(world, page)
    case 'decline':
      return refusedBy(DECLINED)
    case 'decline-funds':
      return refusedBy(WITHOUT_FUNDS)
    case 'decline-stolen':
      return refusedBy(STOLEN)
    case 'authenticate-and-fail':
      return refusedBy(NOT_AUTHENTICATED)
    case 'cancel':
      return abort(world, page)
    case 'abandon':
      page.isOpened = true
      return undefined
    default:
      return act satisfies never
  }
}

function officeOf(world: World): Office {
  const workedOn = (reference: string): FakePage => {
    const page = pageOf(world, reference)
    if (page.transaction?.status !== 'PENDING') throw new Error(`the provider does not work on ${reference}`)
    return page
  }
  return {
    async settle(reference) {
      const page = workedOn(reference)
      succeed(world, page, page.transaction?.method ?? '')
    },
    fail: async reference => fail(world, workedOn(reference), DECLINED),
    async cancel(reference) {
      const page = pageOf(world, reference)
      if (page.transaction?.status === 'CAPTURED') throw new Error(`${reference} was paid`)
      if (page.transaction?.status === 'AUTHORIZED') page.transaction.status = 'CANCELED'
      else fail(world, page, ABORTED)
    },
    /** Sends no message about it. */
    async refund(reference, amount) {
      const { transaction, order } = pageOf(world, reference)
      if (transaction?.status !== 'CAPTURED') throw new Error(`${reference} was not paid`)
      const left = order.amount - transaction.refunded
      const returned = amount ?? left
      if (left === 0n || returned > left) throw new Error(`${reference} has ${left} left to refund`)
      transaction.refunded += returned
      book(world, 'refund', order, returned)
    },
    ...switchesOf(world),
    endRefunds: async () => endRefunds(world),
    dispute: async () => {
      throw new Error('disputes come by letter')
    },
  }
}
