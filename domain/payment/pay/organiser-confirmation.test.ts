import { expect, test } from 'vitest'
import { CHF, JPY } from '#tests/builders/priced-order.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { RESERVATION_STATUSES, type ReservationStatus } from '#domain/order/reservation/states.ts'
import { type ArrivedPayment, type OrderToConfirm, decideOrganiserConfirmation } from './organiser-confirmation.ts'

const order = (changes: Partial<OrderToConfirm> = {}): OrderToConfirm => ({
  status: 'OFFLINE_PAYMENT',
  proxy: 'OFFLINE',
  due: minor(12_050n),
  currency: CHF,
  ...changes,
})
const arrived = (changes: Partial<ArrivedPayment> = {}): ArrivedPayment => ({
  provider: 'OFFLINE',
  amount: null,
  ...changes,
})
const decided = (of: OrderToConfirm, statement = arrived()) => {
  const decision = decideOrganiserConfirmation(of, statement)
  return decision.kind === 'refused' ? decision.reason : decision.kind
}

const KINDS: Partial<Record<ReservationStatus, string>> = {
  OFFLINE_PAYMENT: 'transfer',
  DEFERRED_OFFLINE_PAYMENT: 'transfer',
  PENDING: 'by-hand',
  STUCK: 'by-hand',
}

test.each(RESERVATION_STATUSES.map(status => [status, KINDS[status] ?? 'status']))(
  'an order that is %s: %s',
  (status, kind) => {
    expect(decided(order({ status }))).toBe(kind)
  },
)

test.each<[number | null, string]>([
  [null, 'transfer'],
  [120.5, 'transfer'],
  [120.49, 'amount'],
  [120.504, 'amount'],
  [0, 'amount'],
])('120.50 due, %s arrived: %s', (amount, kind) => {
  expect(decided(order(), arrived({ amount }))).toBe(kind)
})

test('the amount counts for what was paid elsewhere too, in the coins of the currency', () => {
  const pending = order({ status: 'PENDING', proxy: null, due: minor(1_000n), currency: JPY })
  expect(decided(pending, arrived({ provider: 'ON_SITE', amount: 1000 }))).toBe('by-hand')
  expect(decided(pending, arrived({ provider: 'ON_SITE', amount: 10 }))).toBe('amount')
})

test('a transfer is confirmed as a transfer only', () => {
  expect(decided(order(), arrived({ provider: 'STRIPE' }))).toBe('provider')
  expect(decided(order({ status: 'STUCK', proxy: 'STRIPE' }), arrived({ provider: 'ADMIN' }))).toBe('by-hand')
})
