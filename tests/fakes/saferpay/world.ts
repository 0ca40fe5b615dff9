import { randomBytes } from 'node:crypto'
import type { FakeWorld } from '../fake-parts.ts'
import type { FakeBooking } from '../provider-fake.ts'

/** Everything the stand-in of Saferpay knows. Amounts in the smallest unit, times in milliseconds. */
export type World = FakeWorld & {
  readonly pages: Map<string, FakePage>
  readonly transactions: Map<string, FakeTransaction>
  /** What is sent again with the same id has to be the same. */
  readonly sent: Map<string, string>
  /** The license that the organiser has. */
  readonly license: { package: string }
  /** Notifies the shop that a payment has been made or has failed. */
  sendMessage(page: FakePage, end: 'success' | 'fail'): void
}

/** A payment page, by its token. */
export type FakePage = {
  readonly token: string
  readonly order: FakeOrder
  readonly methods: readonly string[]
  readonly wallets: readonly string[]
  readonly description: string
  readonly condition: string
  readonly returnUrl: string
  readonly notify: { readonly success: string; readonly fail: string }
  readonly startedAt: number
  /** From then on it can't be opened. */
  readonly expires: number
  isOpened: boolean
  /** The buyer has begun to pay, and nothing is decided. */
  isUnderWay: boolean
  error: FakeError | null
  transaction: FakeTransaction | null
  /** When it ends by itself. */
  due: { readonly at: number; readonly method: string } | null
  /** When the shop last got the answer that nothing is decided, and nothing has happened since. */
  unfinishedAt: number | null
  /** Notifications that were sent and not asked about yet: each is a reason to ask. */
  notified: number
}

/** What a payment or a refund is about. */
export type FakeOrder = {
  readonly orderId: string
  readonly amount: bigint
  readonly currency: string
  /** The shop's own number of the payment, at the end of the order's. */
  readonly transactionId: string
}

export type FakeTransaction = {
  readonly id: string
  readonly type: 'PAYMENT' | 'REFUND'
  /** The payment that a refund is of. */
  readonly paid: FakeTransaction | null
  readonly order: FakeOrder
  readonly method: string
  status: 'AUTHORIZED' | 'CAPTURED' | 'PENDING' | 'CANCELED'
  captureId: string | null
  /** When it was captured. */
  capturedAt: number | null
  refunded: bigint
  /** How a refund that is pending ends. */
  ends: 'captured' | 'failed' | null
}

export type FakeError = {
  readonly status: number
  readonly name: string
  readonly behavior: 'DO_NOT_RETRY' | 'RETRY' | 'RETRY_LATER' | 'OTHER_MEANS'
  readonly message: string
  readonly payerMessage?: string
  readonly processorResult?: string
  readonly detail?: readonly string[]
}

/** A refusal, as it is answered. */
export class Refusal extends Error {
  readonly error: FakeError
  constructor(error: FakeError) {
    super(error.message)
    this.error = error
  }
}

export const failed = (status: number, name: string, message: string, more: Partial<FakeError> = {}): FakeError => ({
  status,
  name,
  behavior: 'DO_NOT_RETRY',
  message,
  ...more,
})

export const refused = (...error: Parameters<typeof failed>): Refusal => new Refusal(failed(...error))

export const ACCOUNT = {
  user: 'API_123456_01234567',
  password: 'JsonApiPwd1_foyer',
  customer: '123456',
  terminal: '17654321',
} as const

/** What the terminal has contracts for. */
export const CURRENCIES = ['CHF', 'EUR', 'USD', 'JPY', 'BHD', 'PLN'] as const
export const TERMINAL: Readonly<Record<string, readonly string[]>> = {
  VISA: CURRENCIES,
  MASTERCARD: CURRENCIES,
  AMEX: CURRENCIES,
  TWINT: ['CHF'],
  POSTFINANCEPAY: ['CHF'],
  IDEAL: ['EUR'],
  BANCONTACT: ['EUR'],
  EPRZELEWY: ['EUR', 'PLN'],
}

/** Methods that are settled by themselves. */
export const DIRECT: ReadonlySet<string> = new Set(['IDEAL', 'BANCONTACT', 'EPRZELEWY'])
export const CARDS: ReadonlySet<string> = new Set(['VISA', 'MASTERCARD', 'AMEX', 'DINERS', 'JCB', 'MAESTRO', 'CARD'])

export const newId = (length = 24): string => randomBytes(length / 2).toString('hex')

export function pageOf(world: World, token: string): FakePage {
  const page = world.pages.get(token)
  if (!page) throw new Error(`${token} is no payment page`)
  return page
}

export function book(world: World, kind: FakeBooking['kind'], order: FakeOrder, amount: bigint): void {
  world.books.push({ kind, transactionId: order.transactionId, amount, currency: order.currency })
}
