import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ABORTED, MISSING_TOKEN, TOO_MANY_REQUESTS, buyerCode, invalidCode } from './codes.ts'

const DECLINED = 'error.STEP2_STRIPE_card_declined'
const LATER = 'error.STEP2_STRIPE_processing_error'
const AUTHENTICATE = 'foyer.payment.authenticate'
const NOT_CONFIRMED = 'foyer.payment.not-confirmed'
const UNEXPECTED = 'error.STEP2_STRIPE_unexpected'

const CASES: readonly (readonly [code: string | null, reason: string | null, shown: string])[] = [
  ['incorrect_number', 'incorrect_number', 'error.STEP2_STRIPE_incorrect_number'],
  ['invalid_number', null, 'error.STEP2_STRIPE_invalid_number'],
  ['incorrect_cvc', 'incorrect_cvc', 'error.STEP2_STRIPE_incorrect_cvc'],
  ['invalid_cvc', null, 'error.STEP2_STRIPE_invalid_cvc'],
  ['invalid_expiry_month', null, 'error.STEP2_STRIPE_invalid_expiry_month'],
  ['invalid_expiry_year', null, 'error.STEP2_STRIPE_invalid_expiry_year'],
  ['incorrect_zip', null, 'error.STEP2_STRIPE_incorrect_zip'],
  ['card_declined', 'insufficient_funds', DECLINED],
  ['expired_card', 'expired_card', 'error.STEP2_STRIPE_expired_card'],
  ['card_declined', 'expired_card', 'error.STEP2_STRIPE_expired_card'],
  ['card_declined', 'card_not_supported', DECLINED],
  ['card_declined', 'currency_not_supported', DECLINED],
  ['card_declined', 'generic_decline', DECLINED],
  ['card_declined', 'do_not_honor', DECLINED],
  ['card_declined', 'transaction_not_allowed', DECLINED],
  ['card_declined', null, DECLINED],
  ['card_declined', 'authentication_required', AUTHENTICATE],
  ['authentication_required', null, AUTHENTICATE],
  ['payment_intent_authentication_failure', null, NOT_CONFIRMED],
  ['payment_intent_authentication_failure', 'generic_decline', NOT_CONFIRMED],
  ['payment_method_customer_decline', null, 'foyer.payment.cancelled'],
  ['processing_error', 'processing_error', LATER],
  ['card_declined', 'issuer_not_available', LATER],
  ['card_declined', 'try_again_later', LATER],
  ['card_declined', 'fraudulent', DECLINED],
  ['card_declined', 'lost_card', DECLINED],
  ['card_declined', 'stolen_card', DECLINED],
  ['card_declined', 'merchant_blacklist', DECLINED],
  ['card_declined', 'pickup_card', DECLINED],
  ['missing', null, 'error.STEP2_STRIPE_missing'],
  ['api_key_expired', null, UNEXPECTED],
  ['amount_too_small', null, UNEXPECTED],
  ['payment_method_currency_mismatch', null, UNEXPECTED],
  ['a_code_of_tomorrow', null, UNEXPECTED],
  [null, null, UNEXPECTED],
]

test.each(CASES)('%s with the reason %s is shown as %s', (code, reason, shown) => {
  expect(buyerCode({ code, decline_code: reason })).toBe(shown)
})

test.each([
  ['number', 'error.STEP2_STRIPE_invalid_number'],
  ['cvc', 'error.STEP2_STRIPE_invalid_cvc'],
  ['amount', UNEXPECTED],
  [null, UNEXPECTED],
])('a wrong field %s is shown as %s', (param, shown) => {
  expect(invalidCode(param)).toBe(shown)
})

test('every code that is shown has a text', () => {
  const texts = JSON.parse(readFileSync(new URL('../../../translations/en.json', import.meta.url), 'utf8')) as object
  const codes = [...CASES.map(([, , shown]) => shown), MISSING_TOKEN, ABORTED, TOO_MANY_REQUESTS, UNEXPECTED]
  expect([...new Set(codes)].filter(shown => !(shown in texts))).toEqual([])
})
