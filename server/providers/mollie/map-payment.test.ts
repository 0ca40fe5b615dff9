import { describe, expect, test } from 'vitest'
import { after, minutes } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aPayment } from '#tests/fakes/stripe/a-payment.ts'
import { type Expected, outcomeOfPayment } from './map-payment.ts'
import type { Payment } from './replies.ts'

const { reservationId } = aPayment()

const EXPECTED: Expected = {
  transactionId: '7',
  reservationId,
  reference: 'tr_1',
  kept: { mode: 'test', profileId: null },
  now: SOME_DAY,
}
const OPEN: Payment = {
  id: 'tr_1',
  mode: 'test',
  status: 'open',
  amount: { currency: 'CHF', value: '80.00' },
  createdAt: '2027-01-15T08:00:00+00:00',
  expiresAt: new Date(after(SOME_DAY, minutes(15))).toISOString(),
  method: 'creditcard',
  metadata: { transactionId: '7', reservationId },
  _links: { checkout: { href: 'https://www.mollie.com/checkout/1' } },
}
const DATA = { mode: 'test', profileId: null, method: 'creditcard', payment: 'tr_1' }
const outcome = (changes: Partial<Payment>, expected: Partial<Expected> = {}) =>
  outcomeOfPayment({ ...OPEN, ...changes }, { ...EXPECTED, ...expected })

describe('a payment that is', () => {
  test('open leads to its page, and holds the order five minutes longer than Mollie does', () => {
    expect(outcome({})).toEqual({
      kind: 'redirect',
      reference: 'tr_1',
      data: DATA,
      url: 'https://www.mollie.com/checkout/1',
      until: after(SOME_DAY, minutes(20)),
      meanwhile: 'elsewhere',
    })
  })

  test.each([null, 'soon'])('open without an end (%s) holds it for the usual time', expiresAt => {
    expect(outcome({ expiresAt })).toMatchObject({ until: after(SOME_DAY, minutes(20)) })
  })

  test.each([
    undefined,
    {},
    { checkout: null },
    { checkout: { href: 'javascript:alert(1)' } },
    { checkout: { href: '' } },
  ])('open with the link %o can only be waited for', links => {
    const { _links: _, ...payment } = OPEN
    const without = outcomeOfPayment(links ? { ...payment, _links: links } : payment, EXPECTED)
    expect(without).toEqual({ kind: 'waiting', data: DATA })
  })

  test('pending is waited for', () => {
    expect(outcome({ status: 'pending' })).toEqual({ kind: 'waiting', data: DATA })
  })

  test('paid is settled with its sum', () => {
    expect(outcome({ status: 'paid' })).toEqual({
      kind: 'settled',
      received: { amount: 8000n, currency: 'CHF', gatewayTransactionId: 'tr_1', gatewayPaymentId: 'tr_1', fee: null },
      data: DATA,
    })
  })

  test('paid with a sum that cannot be read is not known', () => {
    expect(outcome({ status: 'paid', amount: { currency: 'CHF', value: 'much' } }).kind).toBe('unknown')
  })

  test.each([
    [{ failureReason: 'insufficient_funds', failureMessage: 'Too little.' }, 'foyer.payment.refused', 'Too little.'],
    [{ failureReason: 'possible_fraud', failureMessage: 'Fraud!' }, 'foyer.payment.refused', undefined],
    [{ failureReason: null }, 'foyer.payment.refused', undefined],
    [{ failureReason: 7 }, 'foyer.payment.refused', undefined],
    [null, 'foyer.payment.refused', undefined],
  ])('failed with %o is over', (details, code, message) => {
    const refused = { kind: 'refused', code, isOver: true, ...(message !== undefined && { message }) }
    expect(outcome({ status: 'failed', details })).toEqual(refused)
  })

  test.each([
    ['canceled', 'cancelled'],
    ['expired', 'cancelled'],
    ['authorized', 'mismatch'],
    ['dancing', 'unknown'],
  ])('%s is %s', (status, kind) => {
    expect(outcome({ status }).kind).toBe(kind)
  })
})

describe('another payment than the one that was begun', () => {
  test.each([
    ['has another name', { id: 'tr_2' }, {}],
    ['is of the other mode', { mode: 'live' }, {}],
    ['is of another transaction', { metadata: { transactionId: '8', reservationId } }, {}],
    ['is of another order', { metadata: { transactionId: '7', reservationId: 'x' } }, {}],
    ['has nothing of ours with it', { metadata: null }, {}],
    ['is of another transaction, and the first of it that is reported', { metadata: {} }, { reference: null }],
  ])('%s', (_, changes, expected) => {
    for (const status of ['open', 'paid', 'failed', 'canceled'])
      expect(outcome({ ...changes, status }, expected).kind).toBe('mismatch')
  })

  test('is not one whose key did not say the mode', () => {
    expect(outcome({ mode: 'live' }, { kept: { mode: null, profileId: null } })).toMatchObject({
      kind: 'redirect',
      data: { mode: 'live' },
    })
  })
})
