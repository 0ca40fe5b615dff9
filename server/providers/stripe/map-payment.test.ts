import { describe, expect, test } from 'vitest'
import { after, minutes } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { feeOf, outcomeOfCharge, outcomeOfIntent } from './map-payment.ts'
import type { Charge, Intent } from './replies.ts'

const CHARGE: Charge = {
  id: 'ch_1',
  status: 'succeeded',
  amount: 8000,
  currency: 'chf',
  livemode: false,
  metadata: { transactionId: '7' },
  balance_transaction: null,
}
const INTENT: Intent = {
  id: 'pi_1',
  status: 'requires_payment_method',
  amount: 8000,
  amount_received: 0,
  currency: 'chf',
  client_secret: 'pi_1_secret_x',
  livemode: false,
  metadata: { transactionId: '7' },
  last_payment_error: null,
  latest_charge: null,
}
const EXPECTED = {
  transactionId: '7',
  reference: 'pi_1',
  startedAt: SOME_DAY,
  key: 'sk_test_1',
  kept: { account: null, hasFee: false },
}
const intent = (changes: Partial<Intent>) => outcomeOfIntent({ ...INTENT, ...changes }, EXPECTED)
const charge = (changes: Partial<Charge>) =>
  outcomeOfCharge({ ...CHARGE, ...changes }, { ...EXPECTED, reference: null })

describe('an intent', () => {
  test.each(['requires_payment_method', 'requires_confirmation', 'requires_action'])(
    '%s goes on in the browser',
    status => {
      expect(intent({ status })).toEqual({
        kind: 'needs-browser',
        reference: 'pi_1',
        parameters: { clientSecret: 'pi_1_secret_x' },
        data: { account: null, hasFee: false },
        until: after(SOME_DAY, minutes(30)),
      })
    },
  )

  test('that was refused can be paid still, by the same secret', () => {
    const refused = intent({
      last_payment_error: { code: 'card_declined', decline_code: 'stolen_card', payment_method: { id: 'pm_1' } },
    })
    const parameters = { clientSecret: expect.stringContaining('_secret_') }
    expect(refused).toMatchObject({
      kind: 'refused',
      code: 'error.STEP2_STRIPE_card_declined',
      isOver: false,
      parameters,
    })
  })

  test('after an earlier refusal that is being authenticated goes on in the browser', () => {
    const again = intent({ status: 'requires_action', last_payment_error: { code: 'card_declined' } })
    expect(again.kind).toBe('needs-browser')
  })

  test('processing is waited for', () => {
    expect(intent({ status: 'processing' })).toEqual({ kind: 'waiting', data: { account: null, hasFee: false } })
  })

  test('succeeded is settled by its charge', () => {
    const balance = { id: 'txn_1', currency: 'chf', fee: 262, fee_details: [{ type: 'stripe_fee', amount: 262 }] }
    const latest = { ...CHARGE, balance_transaction: balance }
    expect(intent({ status: 'succeeded', amount_received: 8000, latest_charge: latest })).toEqual({
      kind: 'settled',
      received: {
        amount: 8000n,
        currency: 'CHF',
        gatewayTransactionId: 'ch_1',
        gatewayPaymentId: 'pi_1',
        fee: 262n,
      },
      data: { account: null, hasFee: false },
    })
  })

  test.each([
    ['ch_2', 'ch_2'],
    [null, 'pi_1'],
  ])('whose charge is reported as %s is settled as %s, the fee unknown', (latest, gatewayTransactionId) => {
    const settled = intent({ status: 'succeeded', amount_received: 8000, latest_charge: latest })
    expect(settled).toMatchObject({ kind: 'settled', received: { gatewayTransactionId, fee: null } })
  })

  test('is settled with what was received, not with what was asked for', () => {
    const settled = intent({ status: 'succeeded', amount: 8000, amount_received: 7000, latest_charge: CHARGE })
    expect(settled).toMatchObject({ received: { amount: 7000n } })
  })

  test.each([
    ['canceled', 'cancelled'],
    ['requires_capture', 'mismatch'],
    ['requires_a_dance', 'unknown'],
  ])('%s is %s', (status, kind) => {
    expect(intent({ status }).kind).toBe(kind)
  })

  test.each([
    ['another id', { id: 'pi_2' }],
    ['the live mode', { livemode: true }],
    ['another transaction', { metadata: { transactionId: '8' } }],
  ])('of %s is not the one that was begun', (_, changes) => {
    expect(intent({ status: 'succeeded', ...changes }).kind).toBe('mismatch')
  })

  test('of live mode belongs to a live key, restricted ones too', () => {
    for (const key of ['sk_live_1', 'rk_live_1']) {
      expect(outcomeOfIntent({ ...INTENT, livemode: true }, { ...EXPECTED, key }).kind).toBe('needs-browser')
      expect(outcomeOfIntent(INTENT, { ...EXPECTED, key }).kind).toBe('mismatch')
    }
  })

  test('a sum that can not be read is for a person', () => {
    expect(intent({ status: 'succeeded', amount_received: 150, currency: 'isk' }).kind).toBe('mismatch')
  })

  test('without a secret says nothing', () => {
    expect(intent({ client_secret: null }).kind).toBe('unknown')
  })
})

describe('a charge', () => {
  test('succeeded is settled', () => {
    expect(charge({})).toMatchObject({
      kind: 'settled',
      received: { amount: 8000n, currency: 'CHF', gatewayTransactionId: 'ch_1', gatewayPaymentId: null },
    })
  })

  test('pending is waited for by its id', () => {
    expect(charge({ status: 'pending' })).toMatchObject({ kind: 'waiting', data: { charge: 'ch_1' } })
  })

  test('failed is over', () => {
    const failed = charge({ status: 'failed', failure_code: 'expired_card' })
    expect(failed).toEqual({ kind: 'refused', code: 'error.STEP2_STRIPE_expired_card', isOver: true })
  })

  test('in another state, and of another mode', () => {
    expect(charge({ status: 'dancing' }).kind).toBe('unknown')
    expect(charge({ livemode: true }).kind).toBe('mismatch')
  })
})

describe('the fee', () => {
  const booked = (more: object) => ({
    ...CHARGE,
    balance_transaction: { id: 'txn_1', currency: 'chf', fee: 500, ...more },
  })

  test('is what Stripe keeps, without the part of the platform', () => {
    const parts = [
      { type: 'stripe_fee', amount: 262 },
      { type: 'tax', amount: 20 },
      { type: 'application_fee', amount: 218 },
    ]
    expect(feeOf(booked({ fee_details: parts }))).toBe(282n)
    expect(feeOf(booked({}))).toBe(500n)
  })

  test('is unknown while it is not booked, and in another currency', () => {
    expect(feeOf(CHARGE)).toBeNull()
    expect(feeOf({ ...CHARGE, balance_transaction: 'txn_1' })).toBeNull()
    expect(feeOf(booked({ currency: 'eur' }))).toBeNull()
  })
})
