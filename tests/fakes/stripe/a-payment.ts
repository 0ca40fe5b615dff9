import { anEvent, SOME_DAY } from '#tests/builders/offer.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type Currency, currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { type Reservation, reservationId } from '#domain/order/reservation/reservation.ts'
import type { Attempt, Payment, RefundAttempt } from '#server/providers/port/online.ts'
import type { Charge } from '#server/providers/port/provider.ts'
import type { Reader, SettingDefinitions } from '#domain/foundation/setting/definition.ts'

/** Reads settings by any key, as every provider can be handed. */
export type Own = Reader<string, string, string, string>

/** Settings of these definitions as an organiser has stated them. */
export const settingsOf =
  (definitions: SettingDefinitions) =>
  (stated: Readonly<Record<string, string>>): Own => ({
    number: key => Number(stated[key] ?? definitions[key]?.default),
    flag: key => (stated[key] ?? String(definitions[key]?.default)) === 'true',
    text: key => stated[key] ?? null,
    list: key => {
      const usual = definitions[key]?.default
      return stated[key]?.split(',') ?? (Array.isArray(usual) ? usual : [])
    },
  })

const NOTHING = settingsOf({})({})

export const code = (text: string): Currency => {
  const inCurrency = currency(text)
  if (!inCurrency) throw new Error(`${text} is no currency`)
  return inCurrency
}

const RESERVATION = reservationId('11111111-2222-4333-8444-555555555555')
const SHOP = 'https://tickets.example.org'

/** An order of two tickets for 80 francs. */
export function aCharge(changes: Partial<Charge<Own>> = {}): Charge<Own> {
  return {
    context: anEvent(),
    settings: NOTHING,
    now: SOME_DAY,
    due: { amount: minor(8000n), currency: code('CHF') },
    country: null,
    listed: null,
    reservation: { id: RESERVATION } as Reservation,
    shortId: '11111111',
    method: 'CREDIT_CARD',
    tickets: 2,
    paymentsBefore: 0,
    gatewayToken: null,
    open: null,
    addresses: { shop: SHOP, order: `${SHOP}/event/spring-concert/reservation/${String(RESERVATION)}` },
    ...changes,
  }
}

let transactions = 0

/** A payment of 80 francs that was begun just now. */
export function aPayment(changes: Partial<Payment<Own>> = {}): Payment<Own> {
  if (!RESERVATION) throw new Error('no id')
  transactions += 1
  const { addresses } = aCharge()
  return {
    transactionId: String(transactions),
    reservationId: RESERVATION,
    shortId: '11111111',
    amount: minor(8000n),
    currency: code('CHF'),
    reference: null,
    data: {},
    settings: NOTHING,
    addresses,
    startedAt: SOME_DAY,
    lastSentAt: changes.startedAt ?? SOME_DAY,
    now: SOME_DAY,
    signal: AbortSignal.timeout(10_000),
    beginCheck: async () => true,
    ...changes,
  }
}

/** The first sending of a request. */
export function anAttempt(changes: Partial<Attempt<Own>> = {}): Attempt<Own> {
  const payment = aPayment(changes)
  return {
    ...payment,
    idempotencyKey: `${payment.transactionId}-CHARGE-1`,
    repetition: 0,
    firstSentAt: payment.now,
    request: {},
    ...changes,
  }
}

export function aRefund(payment: Payment<Own>, changes: Partial<RefundAttempt<Own>> = {}): RefundAttempt<Own> {
  return {
    payment,
    amount: payment.amount,
    idempotencyKey: `${payment.transactionId}-REFUND-1`,
    repetition: 0,
    firstSentAt: payment.now,
    reference: null,
    data: {},
    ...changes,
  }
}

/** A clock that tests set; the stand-in and the payments read it. */
export function aClock(start: Instant = SOME_DAY): { now(): Instant; pass(milliseconds: number): void } {
  let moment = start
  return {
    now: () => moment,
    pass(milliseconds) {
      moment = instant(moment + milliseconds)
    },
  }
}
