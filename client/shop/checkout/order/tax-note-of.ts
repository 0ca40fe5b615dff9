import type { ReservationInfo } from '#contract/reservation.ts'
import { isEuVatCountry } from '#domain/foundation/country/country-codes.ts'

type Taxed = Pick<ReservationInfo, 'invoiceRequested' | 'addCompanyBillingDetails' | 'billingDetails'> & {
  readonly orderSummary: Pick<ReservationInfo['orderSummary'], 'free' | 'displayVat'>
}

/**
 * The text that says why no VAT is charged; its argument is the name of the tax. Undefined when it is charged as usual.
 * A business in another country of the Union owes it itself, one outside does not at all, and with split payment the
 * buyer pays it to the tax office (lifecycle K).
 */
export function taxNoteOf(taxed: Taxed): string | undefined {
  const { orderSummary, addCompanyBillingDetails, billingDetails } = taxed
  if (orderSummary.free) return undefined
  const { country, hasTaxId } = billingDetails
  if (orderSummary.displayVat) return isSplitPayment(taxed) ? 'foyer.order.split-payment' : undefined
  if (!addCompanyBillingDetails || !hasTaxId || country === null) return 'invoice.vat-not-added'
  return isEuVatCountry(country) ? 'invoice.vat-voided' : 'foyer.invoice.export'
}

/** An invoice that goes to Italy, of which the buyer pays the VAT to the tax office. */
export function isSplitPayment({ invoiceRequested, billingDetails }: Omit<Taxed, 'orderSummary'>): boolean {
  const { country, invoicingAdditionalInfo } = billingDetails
  return invoiceRequested && country === 'IT' && (invoicingAdditionalInfo.italianEInvoicing?.splitPayment ?? false)
}
