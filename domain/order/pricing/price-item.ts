import { type Minor, ZERO, minus, plus } from '#domain/foundation/money/money.ts'
import { type AppliedTax, isExempt, taxed } from '#domain/catalog/price/vat.ts'

/**
 * What one item costs: the organiser's price, what is taken off it, the VAT stated with it and what the buyer pays for
 * it. Its own rounding serves its invoice line and refund; the order's figures are the ones charged (domain rules 1.3).
 */
export type ItemPrice = { readonly source: Minor; readonly discount: Minor; readonly vat: Minor; readonly final: Minor }

/** Prices one item: the discount comes first, the VAT is that of what is left (domain rules 1.4). */
export function priceItem(source: Minor, tax: AppliedTax, discount: Minor = ZERO): ItemPrice {
  return { source, discount, ...taxed(minus(source, discount), tax) }
}

/** An item that a pass pays for is free, and takes no other discount (domain rules 7.3; 13, Q3). */
export function coveredItem(source: Minor): ItemPrice {
  return { source, discount: source, vat: ZERO, final: ZERO }
}

export const afterDiscount = ({ source, discount }: ItemPrice): Minor => minus(source, discount)

/**
 * What a ticket counts before discounts: its price, without the VAT it is spared when it is exempt. That is what order
 * rows show, so that they add up to what is paid (domain rules 1.5, 1.7).
 */
export function listedPrice(price: ItemPrice, status: AppliedTax['status']): Minor {
  return isExempt(status) ? plus(price.final, price.discount) : price.source
}
