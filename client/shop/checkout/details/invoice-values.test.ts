import { describe, expect, test } from 'vitest'
import { NO_INVOICE, invoiceFrom, isInvoiceRequested, shownInvoiceFields, toInvoiceForm } from './invoice-values.ts'

const TERMS = {
  invoiceAllowed: true,
  onlyInvoice: false,
  customerReferenceEnabled: true,
  vatNumberStrictlyRequired: false,
  enabledItalyEInvoicing: false,
}
const BUSINESS = {
  ...NO_INVOICE,
  invoiceRequested: true,
  addCompanyBillingDetails: true,
  billingAddressCompany: ' Analytical Engines ',
  billingAddressLine1: 'Hauptgasse 1',
  billingAddressZip: '1010',
  billingAddressCity: 'Wien',
  vatCountryCode: 'AT',
  vatNr: 'ATU12345678',
  customerReference: 'PO-1',
}
const ITALIAN = { ...BUSINESS, vatCountryCode: 'IT', italyEInvoicingReferenceAddresseeCode: 'ABC1234' }

test.each([
  ['was asked for', BUSINESS, TERMS, false, true],
  ['was not', { ...BUSINESS, invoiceRequested: false }, TERMS, false, false],
  ['is for everybody', NO_INVOICE, { ...TERMS, onlyInvoice: true }, false, true],
  ['is not to be had', BUSINESS, { ...TERMS, invoiceAllowed: false }, false, false],
  ['would be about nothing', BUSINESS, TERMS, true, false],
])('an invoice that %s', (_, values, terms, isFree, expected) => {
  expect(isInvoiceRequested(values, terms, isFree)).toBe(expected)
})

describe('what is sent', () => {
  test('of a business is all of it, trimmed', () => {
    expect(toInvoiceForm(BUSINESS, TERMS, false)).toMatchObject({
      invoiceRequested: true,
      addCompanyBillingDetails: true,
      billingAddressCompany: 'Analytical Engines',
      vatNr: 'ATU12345678',
      customerReference: 'PO-1',
      skipVatNr: false,
    })
  })

  test('of a person has no company', () => {
    const form = toInvoiceForm({ ...BUSINESS, addCompanyBillingDetails: false, skipVatNr: true }, TERMS, false)
    expect(form).toMatchObject({ invoiceRequested: true, skipVatNr: false, billingAddressZip: '1010' })
    for (const name of ['billingAddressCompany', 'vatNr', 'customerReference']) expect(form).not.toHaveProperty(name)
  })

  test('has no VAT number that is skipped, unless it must not be', () => {
    const skipped = { ...BUSINESS, skipVatNr: true }
    expect(toInvoiceForm(skipped, TERMS, false)).toMatchObject({ skipVatNr: true })
    expect(toInvoiceForm(skipped, TERMS, false)).not.toHaveProperty('vatNr')
    const required = { ...TERMS, vatNumberStrictlyRequired: true }
    expect(toInvoiceForm(skipped, required, false)).toMatchObject({ skipVatNr: false, vatNr: 'ATU12345678' })
  })

  test('is nothing where none is wanted', () => {
    const none = { invoiceRequested: false, addCompanyBillingDetails: false }
    expect(toInvoiceForm({ ...BUSINESS, invoiceRequested: false }, TERMS, false)).toEqual(none)
  })
})

describe('the Italian way', () => {
  const italian = { ...TERMS, enabledItalyEInvoicing: true }

  test.each([
    ['ADDRESSEE_CODE', 'italyEInvoicingReferenceAddresseeCode', 'italyEInvoicingReferencePEC'],
    ['PEC', 'italyEInvoicingReferencePEC', 'italyEInvoicingReferenceAddresseeCode'],
  ] as const)('%s asks for one address and not for the other', (type, shown, hidden) => {
    const fields = shownInvoiceFields({ ...ITALIAN, italyEInvoicingReferenceType: type }, italian)
    expect(fields).toContain(shown)
    expect(fields).not.toContain(hidden)
  })

  test('is for Italy, and so is the fiscal code', () => {
    expect(shownInvoiceFields(ITALIAN, italian)).toContain('italyEInvoicingFiscalCode')
    expect(shownInvoiceFields(BUSINESS, italian)).not.toContain('italyEInvoicingFiscalCode')
    expect(shownInvoiceFields(BUSINESS, italian)).not.toContain('italyEInvoicingReferenceType')
    expect(shownInvoiceFields(ITALIAN, TERMS)).not.toContain('italyEInvoicingFiscalCode')
  })
})

test('an invoice comes back as it was stored', () => {
  const stored = {
    invoiceRequested: true,
    addCompanyBillingDetails: true,
    customerReference: 'PO-1',
    skipVatNr: false,
    billingDetails: {
      companyName: 'Analytical Engines',
      addressLine1: 'Hauptgasse 1',
      addressLine2: null,
      zip: '1010',
      city: 'Wien',
      state: null,
      country: 'EL',
      taxId: 'EL123456789',
      hasTaxId: true,
      invoicingAdditionalInfo: { italianEInvoicing: null, empty: true },
    },
  }
  expect(invoiceFrom(stored)).toEqual({
    ...BUSINESS,
    billingAddressCompany: 'Analytical Engines',
    vatCountryCode: 'EL',
    vatNr: 'EL123456789',
  })
})
