import { describe, expect, test } from 'vitest'
import { SOME_DAY } from '#tests/builders/offer.ts'
import type { Failure } from './client.ts'
import type { Kept } from './account.ts'
import { outcomeOfOrder, outcomeOfRefusedCapture } from './map-status.ts'
import type { Capture, Order } from './replies.ts'

// What PayPal's states and issues mean.

const KEPT: Kept = {
  order: '5O1',
  own: { live: false, client: 'app' },
  data: { live: false, client: 'app', url: 'https://pay.example.org', signature: 'f' },
  transactionId: '17',
  url: 'https://pay.example.org',
  isDeclined: false,
  until: SOME_DAY,
  overview: 'https://tickets.example.org/overview',
  capture: null,
}

const captured = (status: string, more: Partial<Capture> = {}): Capture => ({
  id: '3C6',
  status,
  amount: { currency_code: 'CHF', value: '80.00' },
  custom_id: '17',
  ...more,
})

const anOrder = (status: string, ...captures: readonly Capture[]): Order => ({
  id: '5O1',
  status,
  purchase_units: [{ custom_id: '17', payments: { captures: [...captures] } }],
})

describe('an order', () => {
  test.each(['CREATED', 'PAYER_ACTION_REQUIRED'])('that is %s leads to PayPal', status => {
    expect(outcomeOfOrder(anOrder(status), KEPT)).toEqual({
      kind: 'redirect',
      reference: '5O1',
      url: KEPT.url,
      until: SOME_DAY,
      meanwhile: 'open',
      data: { ...KEPT.data, isApproved: false },
    })
  })

  test.each([
    ['payer-action', 'https://a.example.org'],
    ['approve', 'https://b.example.org'],
  ])('leads where its link %s says', (rel, href) => {
    const order = {
      ...anOrder('CREATED'),
      links: [
        { rel: 'self', href: 'https://s.example.org' },
        { rel, href },
      ],
    }
    expect(outcomeOfOrder(order, KEPT)).toMatchObject({ url: href })
  })

  test.each(['javascript:alert(1)', 'nowhere', ''])('does not lead to "%s"', href => {
    const order = { ...anOrder('CREATED'), links: [{ rel: 'payer-action', href }] }
    expect(outcomeOfOrder(order, KEPT)).toMatchObject({ url: KEPT.url })
    expect(outcomeOfOrder(order, { ...KEPT, url: null })).toMatchObject({ kind: 'unknown' })
  })

  test('that is agreed to leads to Pay; once its source was refused, to PayPal', () => {
    const outcome = { kind: 'redirect', url: KEPT.overview, data: { isApproved: true } }
    expect(outcomeOfOrder(anOrder('APPROVED'), KEPT)).toMatchObject(outcome)
    const declined = { ...KEPT, isDeclined: true }
    expect(outcomeOfOrder(anOrder('APPROVED'), declined)).toMatchObject({ url: KEPT.url, data: { isApproved: false } })
  })

  test.each([
    ['VOIDED', 'cancelled'],
    ['SAVED', 'unknown'],
    ['COMPLETED', 'unknown'],
    ['toString', 'unknown'],
  ])('that is %s without a capture is %s', (status, kind) => {
    expect(outcomeOfOrder(anOrder(status), KEPT).kind).toBe(kind)
  })

  test.each([
    ['is another', { ...anOrder('APPROVED'), id: '6X2' }],
    ['is of another payment', { ...anOrder('APPROVED'), purchase_units: [{ custom_id: '18' }] }],
    ['has a capture of another payment', anOrder('COMPLETED', captured('COMPLETED', { custom_id: '18' }))],
  ])('that %s is a mismatch', (_, order) => {
    expect(outcomeOfOrder(order, KEPT).kind).toBe('mismatch')
  })

  test('is ours without a word of whose it is', () => {
    expect(outcomeOfOrder({ id: '5O1', status: 'APPROVED' }, KEPT).kind).toBe('redirect')
  })
})

describe('a capture', () => {
  test.each(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])('that is %s has settled it', status => {
    expect(outcomeOfOrder(anOrder('COMPLETED', captured(status)), KEPT)).toEqual({
      kind: 'settled',
      received: { amount: 8000n, currency: 'CHF', gatewayTransactionId: '3C6', gatewayPaymentId: '5O1', fee: null },
      data: { ...KEPT.data, capture: '3C6' },
    })
  })

  test.each([
    ['PENDING', { kind: 'waiting', data: { ...KEPT.data, capture: '3C6' } }],
    ['DECLINED', { kind: 'refused', code: 'error.STEP_2_PAYPAL_INSTRUMENT_DECLINED', isOver: true }],
    ['FAILED', { kind: 'refused', code: 'error.STEP_2_PAYPAL_INSTRUMENT_DECLINED', isOver: true }],
    ['NEW_STATE', { kind: 'unknown', reason: expect.stringContaining('3C6') }],
    ['toString', { kind: 'unknown', reason: expect.stringContaining('3C6') }],
  ])('that is %s counts, whatever the order says', (status, outcome) => {
    for (const state of ['COMPLETED', 'APPROVED']) {
      expect(outcomeOfOrder(anOrder(state, captured(status)), KEPT)).toEqual(outcome)
    }
  })

  test.each([
    [['DECLINED', 'COMPLETED'], 'settled'],
    [['COMPLETED', 'DECLINED'], 'settled'],
    [['PENDING', 'FAILED'], 'waiting'],
    [['DECLINED', 'FAILED'], 'refused'],
  ])('of several, %j are %s', (states, kind) => {
    const order = anOrder('COMPLETED', ...states.map(state => captured(state)))
    expect(outcomeOfOrder(order, KEPT).kind).toBe(kind)
  })

  test.each([
    ['CHF', '3.45', 345n],
    ['EUR', '3.45', null],
    ['CHF', 'much', null],
  ])('whose fee is %s %s keeps %s', (currency_code, value, fee) => {
    const capture = captured('COMPLETED', { seller_receivable_breakdown: { paypal_fee: { currency_code, value } } })
    expect(outcomeOfOrder(anOrder('COMPLETED', capture), KEPT)).toMatchObject({ received: { fee } })
  })

  test('of a sum that can’t be read is a mismatch', () => {
    const capture = captured('COMPLETED', { amount: { currency_code: 'CHF', value: '80.001' } })
    expect(outcomeOfOrder(anOrder('COMPLETED', capture), KEPT).kind).toBe('mismatch')
  })
})

const DECLINED = 'error.STEP_2_PAYPAL_INSTRUMENT_DECLINED'
const UNEXPECTED = 'error.STEP_2_PAYPAL_unexpected'
const failure = (issue: string, status = 422): Failure => ({ kind: 'error', status, issue, summary: 'x' })

describe('a capture refused with', () => {
  test.each([
    ['INSTRUMENT_DECLINED', DECLINED],
    ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', DECLINED],
    ['PAYER_ACTION_REQUIRED', DECLINED],
    ['ORDER_NOT_APPROVED', UNEXPECTED],
  ])('%s sends the buyer to PayPal again, with the same order', (issue, code) => {
    const data = { ...KEPT.data, isApproved: false, isDeclined: true }
    expect(outcomeOfRefusedCapture(failure(issue), KEPT)).toEqual({ kind: 'refused', code, isOver: false, data })
  })

  test.each([
    ['PAYER_CANNOT_PAY', DECLINED],
    ['PAYER_ACCOUNT_RESTRICTED', DECLINED],
    ['PAYER_ACCOUNT_LOCKED_OR_CLOSED', DECLINED],
    ['TRANSACTION_REFUSED', DECLINED],
    ['TRANSACTION_LIMIT_EXCEEDED', DECLINED],
    ['CARD_BRAND_NOT_SUPPORTED', DECLINED],
    ['COMPLIANCE_VIOLATION', DECLINED],
    ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', DECLINED],
    ['PAYEE_ACCOUNT_RESTRICTED', UNEXPECTED],
    ['PAYEE_BLOCKED_TRANSACTION', UNEXPECTED],
    ['TRANSACTION_BLOCKED_BY_PAYEE', UNEXPECTED],
    ['TRANSACTION_RECEIVING_LIMIT_EXCEEDED', UNEXPECTED],
    ['PERMISSION_DENIED', UNEXPECTED],
    ['INVALID_CURRENCY_CODE', UNEXPECTED],
    ['DUPLICATE_INVOICE_ID', UNEXPECTED],
  ])('%s is over', (issue, code) => {
    expect(outcomeOfRefusedCapture(failure(issue), KEPT)).toEqual({ kind: 'refused', code, isOver: true })
  })

  test.each([failure('AN_ISSUE_OF_TOMORROW'), failure('AUTHENTICATION_FAILURE', 401), failure('toString')])(
    '%j says nothing',
    anOrder => {
      expect(outcomeOfRefusedCapture(anOrder, KEPT)).toEqual({ kind: 'unknown', reason: 'x' })
    },
  )

  test('silence says nothing', () => {
    const silent: Failure = { kind: 'silent', isUndone: false, summary: 'no reply' }
    expect(outcomeOfRefusedCapture(silent, KEPT)).toEqual({ kind: 'unknown', reason: 'no reply' })
  })
})
