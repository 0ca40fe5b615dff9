import { describe, expect, test } from 'vitest'
import {
  type Billing,
  type InvoiceTerms,
  type ItalianBilling,
  NO_BILLING,
  billingOnTerms,
  isInvoiceDue,
  readBilling,
} from './billing.ts'
import { judgeBilling, warnAboutBilling } from './judge-billing.ts'

const PLAIN: InvoiceTerms = { isAllowed: true, isForEverybody: false, isVatNumberRequired: false, isItalian: false }
const ITALIAN: InvoiceTerms = { ...PLAIN, isForEverybody: true, isItalian: true }

const PRIVATE: Billing = {
  ...NO_BILLING,
  isInvoiceRequested: true,
  addressLine1: 'Hauptgasse 1',
  zip: '3011',
  city: 'Bern',
  country: 'CH',
}
const BUSINESS: Billing = { ...PRIVATE, isBusiness: true, companyName: 'Analytical Ltd', vatNumber: 'CHE-1' }
const IN_ITALY: Billing = {
  ...PRIVATE,
  zip: '20121',
  city: 'Milano',
  state: 'MI',
  country: 'IT',
  italian: italian({}),
}
const ITALIAN_BUSINESS: Billing = { ...IN_ITALY, isBusiness: true, companyName: 'Analitica', vatNumber: '07643520567' }

function italian(changes: Partial<ItalianBilling>): ItalianBilling {
  return {
    fiscalCode: 'RSSMRA85T10A562S',
    referenceType: 'NONE',
    addresseeCode: null,
    pec: null,
    isSplitPayment: false,
    ...changes,
  }
}

const problems = (billing: Billing, terms = PLAIN) =>
  judgeBilling(billing, terms).map(({ field, code, args = [] }) => [field, code, ...args].join(' '))

test.each([
  ['a private buyer', PRIVATE, PLAIN],
  ['a business', BUSINESS, PLAIN],
  ['a business that has no number', { ...BUSINESS, vatNumber: null, isVatNumberSkipped: true }, PLAIN],
  ['Greece', { ...PRIVATE, country: 'EL' }, PLAIN],
  ['a private Italian', IN_ITALY, ITALIAN],
  ['an Italian business', ITALIAN_BUSINESS, ITALIAN],
  ['one with the code of a company', { ...ITALIAN_BUSINESS, italian: italian({ fiscalCode: '07643520567' }) }, ITALIAN],
  ['a foreigner', { ...PRIVATE, italian: italian({ fiscalCode: 'X1', referenceType: null }) }, ITALIAN],
])('an invoice for %s is good', (_, billing, terms) => {
  expect(problems(billing, terms)).toEqual([])
})

const long = (length: number) => 'x'.repeat(length)

test.each<[string, Partial<Billing>, string]>([
  ['no street', { addressLine1: null }, 'billingAddressLine1 error.emptyField'],
  ['no ZIP code', { zip: null }, 'billingAddressZip error.emptyField'],
  ['no city', { city: null }, 'billingAddressCity error.emptyField'],
  ['no country', { country: null }, 'vatCountryCode error.emptyField'],
  ['an unknown country', { country: 'XX' }, 'vatCountryCode error.restrictedValue'],
  ['a long street', { addressLine1: long(256) }, 'billingAddressLine1 error.tooLong 255'],
  ['a long second line', { addressLine2: long(256) }, 'billingAddressLine2 error.tooLong 255'],
  ['a long ZIP code', { zip: long(51) }, 'billingAddressZip error.tooLong 50'],
  ['a long city', { city: long(256) }, 'billingAddressCity error.tooLong 255'],
  ['no VAT number', { vatNumber: null }, 'vatNr error.emptyField'],
])('%s is refused', (_, changes, expected) => {
  expect(problems({ ...BUSINESS, ...changes })).toEqual([expected])
})

test('texts as long as allowed are accepted', () => {
  expect(problems({ ...PRIVATE, addressLine1: long(255), zip: long(50), city: long(255) })).toEqual([])
})

test('a number that was skipped is wanted where the organiser requires it', () => {
  const billing = { ...BUSINESS, vatNumber: null, isVatNumberSkipped: true }
  expect(problems(billing, { ...PLAIN, isVatNumberRequired: true })).toEqual(['vatNr error.emptyField'])
})

const REFERENCE = 'italyEInvoicingReferenceAddresseeCode'
test.each<[string, Partial<Billing>, string]>([
  ['no code', { italian: null }, 'italyEInvoicingFiscalCode error.emptyField'],
  ['no reference', { italian: null }, 'italyEInvoicingReferenceType error.italyEInvoicingReferenceTypeSelectValue'],
  ['a long code', { italian: italian({ fiscalCode: long(29) }) }, 'italyEInvoicingFiscalCode error.tooLong 28'],
  [
    'a wrong code',
    { italian: italian({ fiscalCode: 'RSSMRA85T10A562T' }) },
    'italyEInvoicingFiscalCode error.restrictedValue',
  ],
  [
    'the code of a company',
    { italian: italian({ fiscalCode: '07643520567' }) },
    'italyEInvoicingFiscalCode error.restrictedValue',
  ],
  ['no addressee code', { italian: italian({ referenceType: 'ADDRESSEE_CODE' }) }, `${REFERENCE} error.emptyField`],
  [
    'a short one',
    { italian: italian({ referenceType: 'ADDRESSEE_CODE', addresseeCode: 'A' }) },
    `${REFERENCE} error.lengthMustBe7`,
  ],
  [
    'a strange one',
    { italian: italian({ referenceType: 'ADDRESSEE_CODE', addresseeCode: 'ABC-123' }) },
    `${REFERENCE} error.alphanumeric`,
  ],
  ['no PEC address', { italian: italian({ referenceType: 'PEC' }) }, 'italyEInvoicingReferencePEC error.emptyField'],
  ...['ada', 'ada@pec', 'ada@@pec.example', 'ada pec@pec.example', 'ada@pec..example'].map(
    (pec): [string, Partial<Billing>, string] => [
      `the PEC address ${pec}`,
      { italian: italian({ referenceType: 'PEC', pec }) },
      'italyEInvoicingReferencePEC error.email',
    ],
  ),
  ['no province', { state: null }, 'billingAddressState error.length 2'],
  ['a long province', { state: 'MIL' }, 'billingAddressState error.length 2'],
  ['digits for a province', { state: '12' }, 'billingAddressState error.restrictedValue'],
  ['a short ZIP code', { zip: '2012' }, 'billingAddressZip error.length 5'],
  ['letters in a ZIP code', { zip: '2012A' }, 'billingAddressZip error.restrictedValue'],
])('Italy: %s is refused', (_, changes, expected) => {
  expect(problems({ ...IN_ITALY, ...changes }, ITALIAN)).toContain(expected)
})

test('Italy: an invalid VAT number is refused', () => {
  expect(problems({ ...ITALIAN_BUSINESS, vatNumber: 'IT07643520568' }, ITALIAN)).toEqual([
    'vatNr error.STEP_2_INVALID_VAT',
  ])
})

test('a buyer abroad needs no fiscal code', () => {
  expect(problems(PRIVATE, ITALIAN)).toEqual([])
})

test('a personal code is compared with the name, and only asked about', () => {
  const warningsFor = (firstName: string) =>
    warnAboutBilling(IN_ITALY, ITALIAN, { firstName, lastName: 'Rossi', email: '' }).map(({ code }) => code)
  expect(warningsFor('Mario')).toEqual([])
  expect(warningsFor('Luigi')).toEqual(['warning.fiscal-code-name-mismatch'])
})

describe('what was typed counts so', () => {
  test('a private buyer has no company', () => {
    expect(readBilling({ ...BUSINESS, isBusiness: false, isVatNumberSkipped: true })).toMatchObject({
      companyName: null,
      vatNumber: null,
      isVatNumberSkipped: false,
    })
  })

  test('Greece may be written either way, codes in small letters', () => {
    expect(readBilling({ ...PRIVATE, country: 'gr' }).country).toBe('EL')
    const typed = italian({ fiscalCode: 'rssmra85t10a562s', referenceType: 'ADDRESSEE_CODE', addresseeCode: 'abc1234' })
    expect(readBilling({ ...IN_ITALY, italian: typed }).italian).toMatchObject({
      fiscalCode: 'RSSMRA85T10A562S',
      addresseeCode: 'ABC1234',
    })
  })

  test.each([
    ['ADDRESSEE_CODE', { addresseeCode: 'ABC1234', pec: null }],
    ['PEC', { addresseeCode: null, pec: 'ada@pec.example' }],
    ['NONE', { addresseeCode: null, pec: null }],
  ] as const)('an e-invoice goes one way: %s', (referenceType, expected) => {
    const typed = italian({ referenceType, addresseeCode: 'ABC1234', pec: 'ada@pec.example' })
    expect(readBilling({ ...IN_ITALY, italian: typed }).italian).toMatchObject(expected)
  })
})

test.each([
  ['when asked for', true, PLAIN, false, true],
  ['not when not asked for', false, PLAIN, false, false],
  ['for everybody', false, { ...PLAIN, isForEverybody: true }, false, true],
  ['not for nothing', true, { ...PLAIN, isForEverybody: true }, true, false],
  ['not where there are none', true, { ...PLAIN, isAllowed: false }, false, false],
])('there is an invoice %s', (_, isInvoiceRequested, terms, isFree, expected) => {
  expect(isInvoiceDue({ ...PRIVATE, isInvoiceRequested }, terms, isFree)).toBe(expected)
})

const SKIPPED = { isVatNumberSkipped: true, vatNumber: null }

test.each<[string, Partial<InvoiceTerms>, Partial<Billing>]>([
  ['a number that is skipped is none', {}, SKIPPED],
  ['a number that a business must give can not be skipped', { isVatNumberRequired: true }, { vatNumber: 'CHE-1' }],
  [
    'a request for an invoice that every order gets is none',
    { isForEverybody: true },
    { ...SKIPPED, isInvoiceRequested: false },
  ],
])('%s', (_, terms, expected) => {
  const typed = { ...BUSINESS, isVatNumberSkipped: true }
  const onTerms = { ...BUSINESS, isVatNumberSkipped: false, ...expected }
  expect(billingOnTerms(typed, { ...PLAIN, ...terms })).toEqual(onTerms)
})

test('where there are no invoices nothing is asked for', () => {
  expect(billingOnTerms(ITALIAN_BUSINESS, { ...ITALIAN, isAllowed: false })).toEqual(NO_BILLING)
})
