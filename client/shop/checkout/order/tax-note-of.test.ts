import { expect, test } from 'vitest'
import type { BillingDetails } from '#contract/booking-form.ts'
import { taxNoteOf } from './tax-note-of.ts'

const BILLING: BillingDetails = {
  companyName: 'Analytical Engines',
  addressLine1: null,
  addressLine2: null,
  zip: null,
  city: null,
  state: null,
  country: 'AT',
  taxId: 'ATU12345678',
  hasTaxId: true,
  invoicingAdditionalInfo: { italianEInvoicing: null, empty: true },
}
const SPLIT: BillingDetails = {
  ...BILLING,
  country: 'IT',
  invoicingAdditionalInfo: {
    italianEInvoicing: {
      fiscalCode: null,
      referenceType: null,
      addresseeCode: null,
      pec: null,
      splitPayment: true,
      referenceTypeAsString: '',
      reference: null,
      empty: false,
    },
    empty: false,
  },
}
const exempt = { free: false, displayVat: false }
const taxed = { free: false, displayVat: true }

test.each([
  ['taxed as usual', taxed, true, BILLING, undefined],
  ['a business of the Union', exempt, true, BILLING, 'invoice.vat-voided'],
  ['a business in Greece', exempt, true, { ...BILLING, country: 'EL' }, 'invoice.vat-voided'],
  ['a business outside', exempt, true, { ...BILLING, country: 'CH' }, 'foyer.invoice.export'],
  ['exempt for another reason', exempt, false, { ...BILLING, hasTaxId: false }, 'invoice.vat-not-added'],
  ['split payment', taxed, true, SPLIT, 'foyer.order.split-payment'],
  ['split payment left behind by a buyer elsewhere', taxed, true, { ...SPLIT, country: 'AT' }, undefined],
  ['nothing to pay', { free: true, displayVat: false }, true, BILLING, undefined],
])('%s', (_, orderSummary, addCompanyBillingDetails, billingDetails, note) => {
  expect(taxNoteOf({ orderSummary, invoiceRequested: true, addCompanyBillingDetails, billingDetails })).toBe(note)
})
