import { expect, test } from 'vitest'
import { CHF, JPY } from '#tests/builders/priced-order.ts'
import { instant } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { RESERVATION_STATUSES, type ReservationStatus } from '#domain/order/reservation/states.ts'
import { type OrderFacts, type PaymentFacts, decideMoney, mayBePaid } from './payment-life.ts'
import { PAYMENT_STATUSES } from './payment-states.ts'

const due = { amount: minor(8_000n), currency: CHF }
const payment = (changes: Partial<PaymentFacts> = {}): PaymentFacts => ({ status: 'PENDING', ...due, ...changes })
const order = (changes: Partial<OrderFacts> = {}): OrderFacts => ({
  status: 'EXTERNAL_PROCESSING_PAYMENT',
  validity: instant(1_000_000),
  due,
  ...changes,
})

const ACCEPTED_IN: readonly ReservationStatus[] = [
  'PENDING',
  'IN_PAYMENT',
  'EXTERNAL_PROCESSING_PAYMENT',
  'WAITING_EXTERNAL_CONFIRMATION',
  'STUCK',
]

test.each(RESERVATION_STATUSES)('money for an order that is %s', status => {
  const expected = ACCEPTED_IN.includes(status) ? 'accept' : 'give-back'
  expect(decideMoney(payment(), order({ status }), due)).toBe(expected)
})

test.each(PAYMENT_STATUSES)('money of a payment that is %s', status => {
  const isDone = status === 'COMPLETE' || status === 'RETURNED'
  expect(decideMoney(payment({ status }), order(), due)).toBe(isDone ? 'nothing' : 'accept')
  expect(decideMoney(payment({ status }), null, due)).toBe(isDone ? 'nothing' : 'give-back')
})

test.each([
  ['less', { ...due, amount: minor(7_999n) }],
  ['more', { ...due, amount: minor(8_001n) }],
  ['another currency', { ...due, currency: JPY }],
])('%s than the payment was begun with is reviewed by a person', (_, received) => {
  expect(decideMoney(payment(), order(), received)).toBe('review')
  expect(decideMoney(payment({ status: 'INVALID' }), null, received)).toBe('review')
})

test('an order that costs something else now is not paid by an old payment', () => {
  const cheaper = order({ status: 'PENDING', due: { ...due, amount: minor(4_000n) } })
  expect(decideMoney(payment({ status: 'INVALID' }), cheaper, due)).toBe('give-back')
})

test('a payment is wanted as long as its order waits for it, and the time of grace', () => {
  const at = (now: number) => ({ now: instant(now), grace: 600 })
  expect(mayBePaid(payment(), order(), at(1_000_600))).toBe(true)
  expect(mayBePaid(payment(), order(), at(1_000_601))).toBe(false)
  expect(mayBePaid(payment(), null, at(0))).toBe(false)
  expect(mayBePaid(payment(), order({ status: 'CANCELLED' }), at(0))).toBe(false)
  expect(mayBePaid(payment({ status: 'INVALID' }), order(), at(0))).toBe(false)
})
