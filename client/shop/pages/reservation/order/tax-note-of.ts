import type { ReservationInfo } from '#contract/reservation.ts'
import { isEuVatCountry } from '#domain/country/country-codes.ts'

type Taxed = Pick<ReservationInfo, 'addCompanyBillingDetails' | 'billingDetails'> & {
  readonly orderSummary: Pick<ReservationInfo['orderSummary'], 'free' | 'displayVat'>
}

/**
 * The text that says why no VAT is charged; its argument is the name of the tax. Undefined when it is charged as usual.
 * A business in another country of the Union owes it itself, one outside does not at all, and with split payment the
 * buyer pays it to the tax office (lifecycle K).
 */
export function taxNoteOf({ orderSummary, addCompanyBillingDetails, billingDetails }: Taxed): string | undefined {
  if (orderSummary.free) return undefined
  const { country, hasTaxId, invoicingAdditionalInfo } = billingDetails
  if (orderSummary.displayVat) {
    return invoicingAdditionalInfo.italianEInvoicing?.splitPayment ? 'foyer.order.split-payment' : undefined
  }
  if (!addCompanyBillingDetails || !hasTaxId || country === null) return 'invoice.vat-not-added'
  return isEuVatCountry(country) ? 'invoice.vat-voided' : 'foyer.invoice.export'
}
