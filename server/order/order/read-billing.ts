import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import { type Billing, readBilling } from '#domain/order/reservation/billing.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'

/** Where an invoice goes, as forms of the wire say it. */
export type BillingForm = Pick<
  ContactAndTicketsForm,
  | 'invoiceRequested'
  | 'addCompanyBillingDetails'
  | 'billingAddressCompany'
  | 'billingAddressLine1'
  | 'billingAddressLine2'
  | 'billingAddressZip'
  | 'billingAddressCity'
  | 'billingAddressState'
  | 'vatCountryCode'
  | 'vatNr'
  | 'skipVatNr'
  | 'italyEInvoicingFiscalCode'
  | 'italyEInvoicingReferenceType'
  | 'italyEInvoicingReferenceAddresseeCode'
  | 'italyEInvoicingReferencePEC'
  | 'italyEInvoicingSplitPayment'
>

/** Who gives a company and doesn't say more is a business. */
export function billingOf(form: BillingForm): Billing {
  const companyName = given(form.billingAddressCompany)
  return readBilling({
    isInvoiceAsked: form.invoiceRequested ?? false,
    isBusiness: form.addCompanyBillingDetails ?? companyName !== null,
    companyName,
    addressLine1: given(form.billingAddressLine1),
    addressLine2: given(form.billingAddressLine2),
    zip: given(form.billingAddressZip),
    city: given(form.billingAddressCity),
    state: given(form.billingAddressState),
    country: given(form.vatCountryCode),
    vatNumber: given(form.vatNr),
    isVatNumberSkipped: form.skipVatNr ?? false,
    italian: {
      fiscalCode: given(form.italyEInvoicingFiscalCode),
      referenceType: form.italyEInvoicingReferenceType ?? null,
      addresseeCode: given(form.italyEInvoicingReferenceAddresseeCode),
      pec: given(form.italyEInvoicingReferencePEC),
      isSplitPayment: form.italyEInvoicingSplitPayment ?? false,
    },
  })
}

/** Null when it was left empty. */
export const given = (text: string | null | undefined): string | null => lineOrEmpty(text) || null
