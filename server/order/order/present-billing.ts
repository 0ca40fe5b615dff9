import type { BillingDetails, ItalianEInvoicing } from '#contract/booking-form.ts'
import { GREECE, isCountry } from '#domain/foundation/country/country-codes.ts'
import type { Billing, ItalianBilling } from '#domain/order/reservation/billing.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'

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
    `${contact.firstName} ${contact.lastName}`.trim(),
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
