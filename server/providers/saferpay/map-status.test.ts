import { describe, expect, test } from 'vitest'
import { SOME_DAY } from '#tests/builders/offer.ts'
import type { Failure } from './client.ts'
import type { Kept } from './account.ts'
import { REFUSALS, outcomeOfTransaction, refusalOf, meaningOf, settledBy } from './map-status.ts'
import type { Transaction } from './replies.ts'

// What Saferpay's states and errors mean.

const KEPT: Kept = {
  token: 't1',
  own: { live: false, customer: '123456', orderId: 'AB12CD34-17' },
  data: { live: false, customer: '123456', orderId: 'AB12CD34-17', state: 'begun', url: 'https://pay.example.org' },
  url: 'https://pay.example.org',
  expires: SOME_DAY,
  state: 'begun',
  assertedAt: null,
  transaction: null,
  capture: null,
  reserved: null,
  now: SOME_DAY,
}

const aTransaction = (more: Partial<Transaction> = {}): Transaction => ({
  Type: 'PAYMENT',
  Status: 'AUTHORIZED',
  Id: 'x1',
  Amount: { Value: '8000', CurrencyCode: 'CHF' },
  OrderId: 'AB12CD34-17',
  ...more,
})

const RECEIVED = {
  amount: 8000n,
  currency: 'CHF',
  gatewayTransactionId: 'x1',
  gatewayPaymentId: 'AB12CD34-17',
  fee: null,
}
const LASTING = { ...KEPT.own, transaction: 'x1' }

describe('a transaction', () => {
  test('that is authorized is reserved, and keeps its sum for the time it is taken', () => {
    const outcome = outcomeOfTransaction(aTransaction(), KEPT)
    const data = { ...LASTING, state: 'authorized', assertedAt: SOME_DAY, amount: '8000', currency: 'CHF' }
    expect(outcome).toEqual({ kind: 'authorized', reference: 't1', received: RECEIVED, data })
  })

  test('that is captured is settled, by the capture it is refunded by', () => {
    const outcome = outcomeOfTransaction(aTransaction({ Status: 'CAPTURED', CaptureId: 'x1_c' }), KEPT)
    expect(outcome).toEqual({ kind: 'settled', received: RECEIVED, data: { ...LASTING, capture: 'x1_c' } })
  })

  test('that was captured by us, and is reported without its capture, keeps the known one', () => {
    const outcome = outcomeOfTransaction(aTransaction({ Status: 'CAPTURED' }), { ...KEPT, capture: 'x1_c' })
    expect(outcome).toMatchObject({ data: { capture: 'x1_c' } })
  })

  test.each([
    ['PENDING', 'waiting'],
    ['CANCELED', 'cancelled'],
    ['REVERSED', 'unknown'],
    ['', 'unknown'],
    ['constructor', 'unknown'],
  ])('in state %j is %s', (Status, kind) => {
    expect(outcomeOfTransaction(aTransaction({ Status }), KEPT).kind).toBe(kind)
  })

  test.each([
    ['of another type', { Type: 'REFUND' }],
    ['of another order', { OrderId: 'AB12CD34-18' }],
    ['of a sum with decimals', { Amount: { Value: '80.00', CurrencyCode: 'CHF' } }],
    ['of a negative sum', { Amount: { Value: '-8000', CurrencyCode: 'CHF' } }],
    ['of no currency', { Amount: { Value: '8000', CurrencyCode: '' } }],
    ['of endless digits', { Amount: { Value: '9'.repeat(19), CurrencyCode: 'CHF' } }],
  ] as const)('%s is not the payment that was begun', (_, more) => {
    expect(outcomeOfTransaction(aTransaction(more), KEPT).kind).toBe('mismatch')
  })

  test('with another id than was reserved is not it either', () => {
    expect(outcomeOfTransaction(aTransaction({ Id: 'x2' }), { ...KEPT, transaction: 'x1' }).kind).toBe('mismatch')
    expect(outcomeOfTransaction(aTransaction(), { ...KEPT, transaction: 'x1' }).kind).toBe('authorized')
  })

  test.each([
    ['JPY', '500', 500n],
    ['BHD', '12345', 12_345n],
    ['CHF', '1', 1n],
    ['EUR', '999999999999999999', 999_999_999_999_999_999n],
  ])('of %s %s is exactly that', (CurrencyCode, Value, amount) => {
    const outcome = outcomeOfTransaction(aTransaction({ Amount: { Value, CurrencyCode } }), KEPT)
    expect(outcome).toMatchObject({ received: { amount, currency: CurrencyCode } })
  })
})

describe('capturing', () => {
  test('settles the sum that was reserved', () => {
    const kept: Kept = { ...KEPT, transaction: 'x1', reserved: { Value: '8000', CurrencyCode: 'CHF' } }
    const data = { ...LASTING, capture: 'x1_c' }
    expect(settledBy(kept, 'x1_c')).toEqual({ kind: 'settled', received: RECEIVED, data })
  })

  test('says nothing while its sum is not kept', () => {
    expect(settledBy(KEPT, 'x1_c')).toBeUndefined()
    expect(settledBy({ ...KEPT, transaction: 'x1' }, 'x1_c')).toBeUndefined()
  })
})

const error = (name: string, message: string | null = null): Failure => ({
  kind: 'error',
  name,
  message,
  summary: `POST x: 402 ${name}`,
})

describe('an error', () => {
  test.each([
    ['TRANSACTION_DECLINED', 'foyer.payment.refused'],
    ['GENERAL_DECLINED', 'foyer.payment.refused'],
    ['CONDITION_NOT_SATISFIED', 'foyer.payment.refused'],
    ['PAYMENTMEANS_INVALID', 'foyer.payment.refused'],
    ['BLOCKED_BY_RISK_MANAGEMENT', 'foyer.payment.refused'],
    ['3DS_AUTHENTICATION_FAILED', 'foyer.payment.not-confirmed'],
    ['PAYER_AUTHENTICATION_REQUIRED', 'foyer.payment.authenticate'],
    ['CARD_CVC_INVALID', 'foyer.payment.correct'],
    ['CARD_CHECK_FAILED', 'foyer.payment.correct'],
    ['UPDATE_CARD_INFORMATION', 'foyer.payment.correct'],
  ])('%s is a refusal, shown as %s', (name, code) => {
    expect(meaningOf(error(name))).toEqual({ kind: 'over', outcome: { kind: 'refused', code, isOver: true } })
  })

  test('no other name is a refusal', () => {
    expect(REFUSALS.size).toBe(10)
  })

  test.each([
    ['TRANSACTION_NOT_STARTED', 'not-started'],
    ['TRANSACTION_IN_WRONG_STATE', 'unfinished'],
    ['TOKEN_EXPIRED', 'gone'],
    ['TOKEN_INVALID', 'gone'],
    ['COMMUNICATION_TIMEOUT', 'timeout'],
    ['COMMUNICATION_FAILED', 'nothing'],
    ['INTERNAL_ERROR', 'nothing'],
    ['UNEXPECTED_ERROR_BY_ACQUIRER', 'nothing'],
    ['AUTHENTICATION_FAILED', 'nothing'],
    ['PERMISSION_DENIED', 'nothing'],
    ['VALIDATION_FAILED', 'nothing'],
    ['A_NAME_OF_TOMORROW', 'nothing'],
    ['toString', 'nothing'],
  ])('%s says of a payment: %s', (name, kind) => {
    expect(meaningOf(error(name))).toEqual({ kind })
  })

  test('TRANSACTION_ABORTED is the buyer who went back', () => {
    expect(meaningOf(error('TRANSACTION_ABORTED'))).toEqual({ kind: 'over', outcome: { kind: 'cancelled' } })
  })

  test('without a name says nothing', () => {
    expect(meaningOf({ kind: 'silent', isUndone: false, summary: 'POST x: 503' })).toEqual({ kind: 'nothing' })
    expect(refusalOf({ kind: 'silent', isUndone: false, summary: 'POST x: 503' })).toBeUndefined()
  })

  test('has its words for the buyer, but not those of risk management, and ours where the bank did not answer', () => {
    expect(refusalOf(error('TRANSACTION_DECLINED', 'Use another card.'))).toMatchObject({
      message: 'Use another card.',
    })
    expect(refusalOf(error('BLOCKED_BY_RISK_MANAGEMENT', 'Stolen!'))).not.toHaveProperty('message')
    expect(refusalOf(error('3DS_AUTHENTICATION_FAILED', 'Card declined'))).not.toHaveProperty('message')
  })
})
