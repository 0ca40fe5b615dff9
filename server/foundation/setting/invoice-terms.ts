import { vatCountry } from '#domain/foundation/country/country-codes.ts'
import type { InvoiceTerms } from '#domain/order/reservation/billing.ts'
import type { VatTerms } from '#domain/order/reservation/vat-exemption.ts'
import type { Settings } from './settings.ts'

/** An invoice says who sells: without address and VAT number there is none (domain rules 11). */
export function invoiceTerms(settings: Settings): InvoiceTerms {
  const isAllowed = settings.text('VAT_NR') !== null && settings.text('INVOICE_ADDRESS') !== null
  const isItalian = isAllowed && settings.flag('ENABLE_ITALY_E_INVOICING')
  return {
    isAllowed,
    isForEverybody: isItalian || (isAllowed && settings.flag('GENERATE_ONLY_INVOICE')),
    isVatNumberRequired: settings.flag('VAT_NUMBER_IS_REQUIRED'),
    isItalian,
  }
}

/**
 * Buyers get their documents by mail; those that go through the Italian exchange system only as a proforma, where the
 * organiser wants it (lifecycle K).
 */
export function areDocumentsMailed(settings: Settings): boolean {
  return !invoiceTerms(settings).isItalian || settings.flag('ITALY_E_INVOICING_SEND_PROFORMA')
}

export function vatTerms(settings: Settings): VatTerms {
  const country = settings.text('COUNTRY_OF_BUSINESS')
  return {
    country: country && vatCountry(country),
    isDirectiveApplied: settings.flag('ENABLE_EU_VAT_DIRECTIVE'),
    reverseCharge: {
      isInPerson: settings.flag('ENABLE_REVERSE_CHARGE_IN_PERSON'),
      isOnline: settings.flag('ENABLE_REVERSE_CHARGE_ONLINE'),
    },
    isVerified: settings.flag('ENABLE_VIES_VALIDATION'),
    isForeignTaxed: settings.flag('APPLY_VAT_FOREIGN_BUSINESS'),
  }
}
