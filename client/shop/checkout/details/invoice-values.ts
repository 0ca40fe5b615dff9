import type { BillingDetails, ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { InvoicingConfiguration } from '#contract/configuration.ts'

/** What the buyer types for an invoice, under the names of the wire, so that each refusal finds its field. */
export type InvoiceValues = {
  invoiceRequested: boolean
  /** A business, not a person. */
  addCompanyBillingDetails: boolean
  billingAddressCompany: string
  billingAddressLine1: string
  billingAddressLine2: string
  billingAddressZip: string
  billingAddressCity: string
  billingAddressState: string
  vatCountryCode: string
  customerReference: string
  vatNr: string
  skipVatNr: boolean
  italyEInvoicingFiscalCode: string
  italyEInvoicingReferenceType: '' | 'ADDRESSEE_CODE' | 'PEC' | 'NONE'
  italyEInvoicingReferenceAddresseeCode: string
  italyEInvoicingReferencePEC: string
  italyEInvoicingSplitPayment: boolean
}

export const NO_INVOICE: InvoiceValues = {
  invoiceRequested: false,
  addCompanyBillingDetails: false,
  billingAddressCompany: '',
  billingAddressLine1: '',
  billingAddressLine2: '',
  billingAddressZip: '',
  billingAddressCity: '',
  billingAddressState: '',
  vatCountryCode: '',
  customerReference: '',
  vatNr: '',
  skipVatNr: false,
  italyEInvoicingFiscalCode: '',
  italyEInvoicingReferenceType: '',
  italyEInvoicingReferenceAddresseeCode: '',
  italyEInvoicingReferencePEC: '',
  italyEInvoicingSplitPayment: false,
}

/** The text of each field, in the order of the page; that of the VAT number with the name of the tax. */
export const INVOICE_LABELS = {
  billingAddressCompany: 'reservation-page-complete.company',
  vatCountryCode: 'reservation-page-complete.country',
  vatNr: 'invoice.vat',
  customerReference: 'common.customer-reference',
  billingAddressLine1: 'reservation-page.address-line-1',
  billingAddressLine2: 'reservation-page.address-line-2',
  billingAddressZip: 'reservation-page.zip-postal-code',
  billingAddressCity: 'reservation-page.city',
  billingAddressState: 'reservation-page.state',
  italyEInvoicingFiscalCode: 'invoice-fields.fiscalCode',
  italyEInvoicingReferenceType: 'invoice-fields.addresseeItalyEInvoice',
  italyEInvoicingReferenceAddresseeCode: 'invoice-fields.addressee-code',
  italyEInvoicingReferencePEC: 'invoice-fields.pec',
} as const satisfies Partial<Record<keyof InvoiceValues, string>>

export type InvoiceField = keyof typeof INVOICE_LABELS

const NEEDED: readonly string[] = [
  'billingAddressCompany',
  'vatNr',
  'billingAddressLine1',
  'billingAddressZip',
  'billingAddressCity',
]

/** Where a refused line of the invoice is shown, it can't be left empty. */
export const isNeededForInvoice = (path: string): boolean => NEEDED.includes(path)

/** A business has a name: the page demands it, the wire does not. */
export function isCompanyNameMissing(values: InvoiceValues, terms: InvoiceTerms, isFree: boolean): boolean {
  const isOfBusiness = isInvoiceRequested(values, terms, isFree) && values.addCompanyBillingDetails
  return isOfBusiness && values.billingAddressCompany.trim() === ''
}

export const isInvoiceField = (path: string): path is InvoiceField => Object.hasOwn(INVOICE_LABELS, path)

/** What of the stored reservation fills the invoice again. */
export type StoredInvoice = {
  readonly invoiceRequested: boolean
  readonly addCompanyBillingDetails: boolean | null
  readonly customerReference: string | null
  readonly skipVatNr: boolean | null
  readonly billingDetails: BillingDetails
}

export function invoiceFrom(stored: StoredInvoice): InvoiceValues {
  const { billingDetails: details } = stored
  const italian = details.invoicingAdditionalInfo.italianEInvoicing
  return {
    invoiceRequested: stored.invoiceRequested,
    addCompanyBillingDetails: stored.addCompanyBillingDetails ?? false,
    billingAddressCompany: details.companyName ?? '',
    billingAddressLine1: details.addressLine1 ?? '',
    billingAddressLine2: details.addressLine2 ?? '',
    billingAddressZip: details.zip ?? '',
    billingAddressCity: details.city ?? '',
    billingAddressState: details.state ?? '',
    vatCountryCode: details.country ?? '',
    customerReference: stored.customerReference ?? '',
    vatNr: details.taxId ?? '',
    skipVatNr: stored.skipVatNr ?? false,
    italyEInvoicingFiscalCode: italian?.fiscalCode ?? '',
    italyEInvoicingReferenceType: italian?.referenceType ?? '',
    italyEInvoicingReferenceAddresseeCode: italian?.addresseeCode ?? '',
    italyEInvoicingReferencePEC: italian?.pec ?? '',
    italyEInvoicingSplitPayment: italian?.splitPayment ?? false,
  }
}

export type InvoiceTerms = Pick<
  InvoicingConfiguration,
  'invoiceAllowed' | 'onlyInvoice' | 'customerReferenceEnabled' | 'vatNumberStrictlyRequired' | 'enabledItalyEInvoicing'
>

/** Is there anything to fill in for an invoice? An order that costs nothing gets none. */
export function isInvoiceOffered({ invoiceAllowed }: InvoiceTerms, isFree: boolean): boolean {
  return invoiceAllowed && !isFree
}

export function isInvoiceRequested(values: InvoiceValues, terms: InvoiceTerms, isFree: boolean): boolean {
  return isInvoiceOffered(terms, isFree) && (terms.onlyInvoice || values.invoiceRequested)
}

/** Which fields the page shows for these values, in its order. */
export function shownInvoiceFields(values: InvoiceValues, terms: InvoiceTerms): InvoiceField[] {
  const { addCompanyBillingDetails: isBusiness, italyEInvoicingReferenceType: reference } = values
  const isItalian = isItalianInvoice(values, terms)
  const hidden = {
    billingAddressCompany: !isBusiness,
    vatNr: !isBusiness || isVatNumberSkipped(values, terms),
    customerReference: !isBusiness || !terms.customerReferenceEnabled,
    italyEInvoicingFiscalCode: !isItalian,
    italyEInvoicingReferenceType: !isItalian,
    italyEInvoicingReferenceAddresseeCode: !isItalian || reference !== 'ADDRESSEE_CODE',
    italyEInvoicingReferencePEC: !isItalian || reference !== 'PEC',
  } as const satisfies Partial<Record<InvoiceField, boolean>>
  const isHidden: Partial<Record<InvoiceField, boolean>> = hidden
  return Object.keys(INVOICE_LABELS)
    .filter(isInvoiceField)
    .filter(field => !isHidden[field])
}

export function isItalianInvoice({ vatCountryCode }: InvoiceValues, terms: InvoiceTerms): boolean {
  return terms.enabledItalyEInvoicing && vatCountryCode === 'IT'
}

export function isVatNumberSkipped({ skipVatNr }: InvoiceValues, terms: InvoiceTerms): boolean {
  return skipVatNr && !terms.vatNumberStrictlyRequired
}

/**
 * What is sent of it: only what the page shows, so that a company typed by a buyer who then chose to be a person is not
 * sent (specification, booking 4). On the page it stays as it was typed.
 */
export function toInvoiceForm(values: InvoiceValues, terms: InvoiceTerms, isFree: boolean): ContactAndTicketsForm {
  if (!isInvoiceRequested(values, terms, isFree)) return { invoiceRequested: false, addCompanyBillingDetails: false }
  const isBusiness = values.addCompanyBillingDetails
  const shown = shownInvoiceFields(values, terms)
  const texts = Object.fromEntries(shown.map(field => [field, values[field].trim()]))
  const { italyEInvoicingReferenceType: reference, italyEInvoicingSplitPayment } = values
  const isItalian = isItalianInvoice(values, terms)
  return {
    ...texts,
    invoiceRequested: true,
    addCompanyBillingDetails: isBusiness,
    skipVatNr: isBusiness && isVatNumberSkipped(values, terms),
    italyEInvoicingReferenceType: isItalian && reference !== '' ? reference : null,
    italyEInvoicingSplitPayment: isItalian && isBusiness && italyEInvoicingSplitPayment,
  }
}

/** Whether anything was said about an invoice. */
export function isInvoiceBlank(values: InvoiceValues): boolean {
  const isTyped = Object.keys(INVOICE_LABELS)
    .filter(isInvoiceField)
    .some(field => values[field].trim() !== '')
  return !isTyped && !values.invoiceRequested
}
