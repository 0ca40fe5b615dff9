import type { BookingDraft } from '#contract/booking-draft.ts'

/** Typed by a buyer who has begun with the invoice; say what matters. */
export const aDraft = (firstName: string, more: Partial<BookingDraft> = {}): BookingDraft => ({
  firstName,
  lastName: '',
  email: '',
  invoiceRequested: true,
  addCompanyBillingDetails: false,
  billingAddressCompany: 'typed and hidden again',
  billingAddressLine1: '',
  billingAddressLine2: '',
  billingAddressZip: '',
  billingAddressCity: '',
  billingAddressState: '',
  vatCountryCode: 'CH',
  customerReference: '',
  vatNr: '',
  skipVatNr: false,
  italyEInvoicingFiscalCode: '',
  italyEInvoicingReferenceType: '',
  italyEInvoicingReferenceAddresseeCode: '',
  italyEInvoicingReferencePEC: '',
  italyEInvoicingSplitPayment: false,
  tickets: {},
  items: {},
  owner: null,
  ...more,
})
