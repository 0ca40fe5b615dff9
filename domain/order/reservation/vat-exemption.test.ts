import { expect, test } from 'vitest'
import type { RegisterAnswer } from '#domain/documents/tax-id/vat-number.ts'
import { type Billing, NO_BILLING } from './billing.ts'
import { type VatTerms, decideVat, isReverseChargeConfigured, numberToVerify, taxedFor } from './vat-exemption.ts'

const TERMS: VatTerms = {
  country: 'DE',
  isDirectiveApplied: true,
  reverseCharge: { isInPerson: true, isOnline: true },
  isVerified: true,
  isForeignTaxed: true,
}

const business = (country: string | null, vatNumber: string | null): Billing => ({
  ...NO_BILLING,
  isBusiness: true,
  country,
  vatNumber,
})

/** In words: how it was checked and whether it is exempt, or what is wrong. */
function decided(billing: Billing, changes: Partial<VatTerms>, answer: RegisterAnswer | null): string {
  const decision = decideVat(billing, { ...TERMS, ...changes }, answer)
  switch (decision.kind) {
    case 'accepted':
      return `${decision.check}${decision.isExempt ? ', exempt' : ''}`
    case 'wrong':
      return `${decision.problem.field} ${decision.problem.code}`
    case 'undecided':
      return 'undecided'
  }
}

test.each<[string, Billing, Partial<VatTerms>, RegisterAnswer | null, string]>([
  ['another member state, valid', business('AT', 'U12345678'), {}, 'valid', 'VIES, exempt'],
  ['the same country, valid', business('DE', '123456789'), {}, 'valid', 'VIES'],
  ['Greece is abroad', business('EL', '123456789'), {}, 'valid', 'VIES, exempt'],
  ['refused', business('AT', 'U12345678'), {}, 'invalid', 'vatNr error.STEP_2_INVALID_VAT'],
  ['the service is down', business('AT', 'U12345678'), {}, 'unreachable', 'vatNr error.vatVIESDown'],
  ['the register was not asked', business('AT', 'U12345678'), {}, null, 'vatNr error.vatVIESDown'],
  ['an Italian at home, formally correct', business('IT', '07643520567'), { country: 'IT' }, 'invalid', 'FORMAL'],
  [
    'an Italian at home, not even that',
    business('IT', '07643520568'),
    { country: 'IT' },
    'invalid',
    'vatNr error.STEP_2_INVALID_VAT',
  ],
  ['an Italian abroad', business('IT', '07643520567'), {}, 'invalid', 'vatNr error.STEP_2_INVALID_VAT'],
  ['unchecked, abroad', business('AT', 'anything'), { isVerified: false }, null, 'SKIPPED, exempt'],
  ['unchecked, at home', business('DE', 'anything'), { isVerified: false }, null, 'SKIPPED'],
  ['outside, taxed', business('CH', 'CHE-1'), {}, null, 'EXTRA_EU'],
  ['outside, not taxed', business('CH', 'CHE-1'), { isForeignTaxed: false }, null, 'EXTRA_EU, exempt'],
  ['outside, at home', business('CH', 'CHE-1'), { country: 'CH', isForeignTaxed: false }, null, 'EXTRA_EU'],
  ['no number, in the Union', business('AT', null), {}, null, 'vatNr error.emptyField'],
  ['no number, no country', business(null, null), {}, null, 'vatNr error.emptyField'],
  ['no number, outside', business('CH', null), {}, null, 'undecided'],
  ['a country that is none', business('Austria', 'U12345678'), {}, null, 'undecided'],
])('%s', (_, billing, changes, answer, expected) => {
  expect(decided(billing, changes, answer)).toBe(expected)
})

test.each<[string, Partial<VatTerms>, boolean]>([
  ['as usual', {}, true],
  ['for one kind of tickets', { reverseCharge: { isInPerson: false, isOnline: true } }, true],
  ['for none', { reverseCharge: { isInPerson: false, isOnline: false } }, false],
  ['without the directive', { isDirectiveApplied: false }, false],
  ['of an organiser of nowhere', { country: null }, false],
])('reverse charge %s', (_, changes, expected) => {
  expect(isReverseChargeConfigured({ ...TERMS, ...changes })).toBe(expected)
})

test.each<[string, Billing, Partial<VatTerms>, object | null]>([
  ['of the Union', business('AT', 'atu 1234 5678'), {}, { country: 'AT', number: 'U12345678' }],
  ['of elsewhere', business('CH', 'CHE-1'), {}, null],
  ['no answer is needed', business('AT', 'U12345678'), { isVerified: false }, null],
  ['that is missing', business('AT', null), {}, null],
])('the number to look up: one %s', (_, billing, changes, expected) => {
  expect(numberToVerify(billing, { ...TERMS, ...changes })).toEqual(expected)
})

test('split payment shows the VAT and does not charge it; who is exempt owes none', () => {
  const { reverseCharge } = TERMS
  expect(taxedFor('INCLUDED', [], { reverseCharge: null, isSplitPayment: true }).order).toBe('INCLUDED_NOT_CHARGED')
  expect(taxedFor('INCLUDED', [], { reverseCharge, isSplitPayment: true }).order).toBe('INCLUDED_EXEMPT')
  expect(taxedFor('NOT_INCLUDED', [], { reverseCharge: null, isSplitPayment: false }).order).toBe('NOT_INCLUDED')
})
