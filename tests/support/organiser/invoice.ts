import type { ContactAndTicketsForm } from '#contract/booking-form.ts'

/** Settings of an organiser in Berlin who makes invoices and applies the VAT directive. */
export const SELLER_IN_BERLIN = {
  VAT_NR: 'DE111111111',
  INVOICE_ADDRESS: 'Alpine Systems, Unter den Linden 1, Berlin',
  COUNTRY_OF_BUSINESS: 'DE',
  ENABLE_EU_VAT_DIRECTIVE: true,
} as const

/** Settings of an organiser in Milan who sends e-invoices the Italian way. */
export const SELLER_IN_MILAN = {
  VAT_NR: 'IT07643520567',
  INVOICE_ADDRESS: 'Alpine Systems, Piazza Duomo 1, Milano',
  ENABLE_ITALY_E_INVOICING: true,
} as const

/** What a private buyer in Bern fills in for an invoice. */
export const PRIVATE_INVOICE = {
  invoiceRequested: true,
  addCompanyBillingDetails: false,
  billingAddressLine1: 'Hauptgasse 1',
  billingAddressZip: '3011',
  billingAddressCity: 'Bern',
  vatCountryCode: 'CH',
} as const satisfies ContactAndTicketsForm

/** A business in Vienna, by the number the register of the test knows. */
export const BUSINESS_INVOICE = {
  ...PRIVATE_INVOICE,
  addCompanyBillingDetails: true,
  billingAddressCompany: 'Analytical Engines',
  billingAddressZip: '1010',
  billingAddressCity: 'Wien',
  vatCountryCode: 'AT',
  vatNr: 'ATU12345678',
} as const satisfies ContactAndTicketsForm

/** Everything an Italian business fills in. */
export const ITALIAN_INVOICE = {
  ...BUSINESS_INVOICE,
  billingAddressZip: '20121',
  billingAddressCity: 'Milano',
  billingAddressState: 'MI',
  vatCountryCode: 'IT',
  vatNr: '07643520567',
  italyEInvoicingFiscalCode: '07643520567',
  italyEInvoicingReferenceType: 'ADDRESSEE_CODE',
  italyEInvoicingReferenceAddresseeCode: 'ABC1234',
} as const satisfies ContactAndTicketsForm
