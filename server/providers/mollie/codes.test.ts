import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LATER, codeOfField, refusalFor } from './codes.ts'

const MESSAGE = 'The words of Mollie.'

const CASES = [
  ['invalid_card_number', 'foyer.payment.correct', true],
  ['invalid_cvv', 'foyer.payment.correct', true],
  ['invalid_card_holder_name', 'foyer.payment.correct', true],
  ['card_expired', 'foyer.payment.correct', true],
  ['insufficient_funds', 'foyer.payment.refused', true],
  ['card_declined', 'foyer.payment.refused', true],
  ['refused_by_issuer', 'foyer.payment.refused', true],
  ['inactive_card', 'foyer.payment.refused', true],
  ['invalid_card_type', 'foyer.payment.refused', true],
  ['unknown_reason', 'foyer.payment.refused', true],
  ['possible_fraud', 'foyer.payment.refused', false],
  ['authentication_required', 'foyer.payment.authenticate', true],
  ['authentication_failed', 'foyer.payment.not-confirmed', false],
  ['authentication_abandoned', 'foyer.payment.not-confirmed', false],
  ['authentication_unavailable_acs', 'foyer.payment.authenticate', true],
  ['a_reason_of_tomorrow', 'foyer.payment.refused', false],
  ['constructor', 'foyer.payment.refused', false],
  ['', 'foyer.payment.refused', false],
] as const

test.each(CASES)('%j has the code %s, with the words of Mollie: %s', (reason, code, isMessageShown) => {
  expect(refusalFor(reason, MESSAGE)).toEqual(isMessageShown ? { code, message: MESSAGE } : { code })
  expect(refusalFor(reason, null)).toEqual({ code })
  expect(refusalFor(reason, ' ')).toEqual({ code })
})

test('a refusal without a reason is a plain one', () => {
  expect(refusalFor(null, MESSAGE)).toEqual({ code: 'foyer.payment.refused' })
})

test.each([
  ['amount', 'foyer.payment.refused'],
  ['amount.value', 'foyer.payment.refused'],
  ['amount.currency', 'foyer.payment.refused'],
  ['method', 'foyer.payment.refused'],
  ['webhookUrl', 'foyer.payment.later'],
  ['applicationFee', 'foyer.payment.later'],
  [null, 'foyer.payment.later'],
])('a new payment that is turned down for %s is shown as %s', (field, code) => {
  expect(codeOfField(field)).toBe(code)
})

test.each(['de', 'en', 'fr', 'it'])('every code that is shown has a text in %s', language => {
  const file = new URL(`../../../translations/${language}.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as object
  const codes = [...CASES.map(([, code]) => code), LATER]
  expect([...new Set<string>(codes)].filter(code => !(code in texts))).toEqual([])
})
