import { randomBytes } from 'node:crypto'
import { type Currency, currency } from '#domain/foundation/money/currency.ts'
import { type Minor, minorFromDecimal, printed } from '#domain/foundation/money/money.ts'
import type { FakeWorld } from '../fake-parts.ts'
import type { FakeBooking } from '../provider-fake.ts'

/** Everything the stand-in of PayPal knows. Amounts in minor units, times in milliseconds. */
export type World = FakeWorld & {
  readonly orders: Map<string, FakeOrder>
  readonly disputes: Map<string, FakeDispute>
  /** What was answered, by the key of the request. */
  readonly answered: Map<string, { readonly text: string; readonly at: number; readonly body: Json }>
  /** Until when a token is good. */
  readonly tokens: Map<string, number>
  /** What the app's webhook is subscribed to, and where it is. */
  readonly webhook: { events: readonly string[]; url: string | null }
  /** Whether the app may see disputes. */
  seesDisputes: boolean
  sendMessage(type: string, resource: Json): void
}

export type Json = Readonly<Record<string, unknown>>

/** Where the money of an order comes from, as the buyer has chosen; an issue is what capturing it is refused for. */
export type Source = 'good' | 'reviewed' | 'denied' | { readonly issue: string }

export type FakeOrder = {
  readonly id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
  readonly amount: Minor
  readonly currency: Currency
  /** The shop's own number of the payment. */
  readonly transactionId: string
  readonly description: string
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly startedAt: number
  source: Source
  /** By which address the buyer has left. */
  isLeftByCancel: boolean
  capture: FakeCapture | null
  readonly refunds: FakeRefund[]
}

export type FakeCapture = { readonly id: string; status: 'COMPLETED' | 'PENDING' | 'DECLINED' }

export type FakeRefund = {
  readonly id: string
  readonly amount: Minor
  readonly customId: string | null
  status: 'COMPLETED' | 'PENDING' | 'FAILED'
  /** How one that is pending ends. */
  ends: 'COMPLETED' | 'FAILED' | null
}

export type FakeDispute = { readonly id: string; readonly order: FakeOrder; state: 'open' | 'won' | 'lost' }

/** A refusal, as it is answered. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Json
  constructor(status: number, body: Json) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_ENTITY',
}

export function refused(status: number, issue?: string, field?: string): Refusal {
  const details =
    issue === undefined ? [] : [{ issue, description: `As documented: ${issue}`, ...(field && { field }) }]
  const name = NAMES[status] ?? 'INTERNAL_SERVER_ERROR'
  return new Refusal(status, { name, message: 'The request was refused.', debug_id: newId(13), details, links: [] })
}

export const APP = {
  client: 'AFoyerTestApp-0123456789_abcdefghijklmnopqrstuvwxyz',
  secret: 'EFoyerTestSecret-0123456789',
  webhook: '8PT597110X687430L',
} as const

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'

export const newId = (length = 17): string =>
  [...randomBytes(length)].map(byte => LETTERS[byte % LETTERS.length]).join('')

const UNPAID_LIFE_MS = 3 * 3_600_000

/** Unpaid orders become unknown when they are voided or too old. */
export function currentOrder({ orders, now }: World, id: string): FakeOrder | undefined {
  const order = orders.get(id)
  const isExpired = order && !order.capture && (order.status === 'VOIDED' || now() - order.startedAt > UNPAID_LIFE_MS)
  return isExpired ? undefined : order
}

/** An order, also one that PayPal has erased: a buyer's browser still has the address of its page. */
export function orderEver({ orders }: World, reference: string): FakeOrder {
  const order = orders.get(reference)
  if (!order) throw new Error(`${reference} is no order`)
  return order
}

export function orderOf(world: World, reference: string): FakeOrder {
  const order = currentOrder(world, reference)
  if (!order) throw new Error(`${reference} is no order`)
  return order
}

export function capturedOrder({ orders }: World, captureId: string): FakeOrder & { readonly capture: FakeCapture } {
  const order = [...orders.values()].find(({ capture }) => capture?.id === captureId)
  if (!order || !hasCapture(order)) throw refused(404, 'INVALID_RESOURCE_ID')
  return order
}

const hasCapture = (order: FakeOrder): order is FakeOrder & { readonly capture: FakeCapture } => order.capture !== null

export function book(world: World, kind: FakeBooking['kind'], order: FakeOrder, amount: bigint): void {
  world.books.push({ kind, transactionId: order.transactionId, amount, currency: order.currency })
}

const TAKEN = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
)
const WHOLE = new Set(['HUF', 'JPY', 'TWD'])

/** Throws for a sum that PayPal would not take. */
export function sumIn({ currency_code: written, value }: { readonly currency_code: string; readonly value: string }): {
  readonly amount: Minor
  readonly currency: Currency
} {
  const code = currency(written)
  if (!code || !TAKEN.has(written)) throw refused(422, 'CURRENCY_NOT_SUPPORTED')
  const [, decimals = ''] = value.split('.')
  if (WHOLE.has(code) && decimals !== '') throw refused(422, 'DECIMALS_NOT_SUPPORTED')
  if (decimals.length > 2) throw refused(422, 'DECIMAL_PRECISION')
  const amount = minorFromDecimal(value, code)
  if (amount === undefined || amount <= 0n) throw refused(422, 'CANNOT_BE_ZERO_OR_NEGATIVE')
  return { amount, currency: code }
}

export function renderAmount(
  amount: Minor,
  code: Currency,
): { readonly currency_code: string; readonly value: string } {
  const value = printed(amount, code)
  return { currency_code: code, value: WHOLE.has(code) ? value.replace(/\..*$/, '') : value }
}
