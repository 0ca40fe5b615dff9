import type { BillingDetails, ContactAndTicketsForm, ItalianEInvoicing } from '#contract/booking-form.ts'
import { type Billing, type ItalianBilling, readBilling, recipientOf } from '#domain/order/reservation/billing.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { GREECE, isCountry } from '#domain/foundation/country/country-codes.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'

/** Where an invoice goes, as forms of the wire say it. */
type BillingForm = Pick<
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
  const companyName = filledIn(form.billingAddressCompany)
  return readBilling({
    isInvoiceRequested: form.invoiceRequested ?? false,
    isBusiness: form.addCompanyBillingDetails ?? companyName !== null,
    companyName,
    addressLine1: filledIn(form.billingAddressLine1),
    addressLine2: filledIn(form.billingAddressLine2),
    zip: filledIn(form.billingAddressZip),
    city: filledIn(form.billingAddressCity),
    state: filledIn(form.billingAddressState),
    country: filledIn(form.vatCountryCode),
    vatNumber: filledIn(form.vatNr),
    isVatNumberSkipped: form.skipVatNr ?? false,
    italian: {
      fiscalCode: filledIn(form.italyEInvoicingFiscalCode),
      referenceType: form.italyEInvoicingReferenceType ?? null,
      addresseeCode: filledIn(form.italyEInvoicingReferenceAddresseeCode),
      pec: filledIn(form.italyEInvoicingReferencePEC),
      isSplitPayment: form.italyEInvoicingSplitPayment ?? false,
    },
  })
}

/** Null when it was left empty. */
export const filledIn = (text: string | null | undefined): string | null => lineOrEmpty(text) || null

/** What the buyer wrote for the invoice, also before it was accepted. */
export function presentBilling(billing: Billing): BillingDetails {
  const { companyName, addressLine1, addressLine2, zip, city, state, country, vatNumber, italian } = billing
  return {
    companyName,
    addressLine1,
    addressLine2,
    zip,
    city,
    state,
    country,
    taxId: vatNumber,
    hasTaxId: vatNumber !== null,
    invoicingAdditionalInfo: { italianEInvoicing: italian && presentItalian(italian), empty: italian === null },
  }
}

function presentItalian({ isSplitPayment, ...italian }: ItalianBilling): ItalianEInvoicing {
  const { fiscalCode, referenceType, addresseeCode, pec } = italian
  return {
    fiscalCode,
    referenceType,
    addresseeCode,
    pec,
    splitPayment: isSplitPayment,
    referenceTypeAsString: referenceType ?? '',
    reference: addresseeCode ?? pec,
    empty: false,
  }
}

/** The address in lines, as on an envelope; null while there is none. */
export function postalAddress({ billing, contact, language }: Reservation): string | null {
  if (billing.addressLine1 === null) return null
  const lines = [
    billing.companyName,
    recipientOf({ billing, contact }),
    billing.addressLine1,
    billing.addressLine2,
    [billing.zip, billing.city, billing.state].filter(part => part !== null).join(' '),
    billing.country && countryName(billing.country, language),
  ]
  return lines.filter(Boolean).join('\n')
}

function countryName(country: string, language: string): string {
  if (!isCountry(country)) return country
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return names.of(country === GREECE.vat ? GREECE.country : country) ?? country
}
