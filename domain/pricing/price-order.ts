import { type Minor, ZERO, plus, sum, times } from '../money/money.ts'
import { type Tax, vatOn } from './vat.ts'

/** What one item costs: the organiser's price, what the buyer pays for it, and the VAT within that. */
export type ItemPrice = { readonly source: Minor; readonly final: Minor; readonly vat: Minor }

/** What an order costs. `total` is charged; `vat` is rounded once for the whole order (domain rules 1.3). */
export type OrderPrice = {
  readonly source: Minor
  readonly discount: Minor
  readonly vat: Minor
  readonly total: Minor
}

/** So many items at one price. */
export type PricedLine = { readonly unit: Minor; readonly quantity: number }

/** Prices one item by the table of domain rules 1.2; its own rounding serves its invoice line and refund only. */
export function priceItem(source: Minor, tax: Tax): ItemPrice {
  const vat = vatOn(source, tax)
  return { source, vat, final: tax.status === 'NOT_INCLUDED' ? plus(source, vat) : source }
}

/** Prices a whole order (domain rules 1.5): the VAT figure comes from the summed taxable amount, not from the items. */
export function priceOrder(lines: readonly PricedLine[], tax: Tax): OrderPrice {
  const source = sum(lines.map(({ unit, quantity }) => times(unit, quantity)))
  const vat = vatOn(source, tax)
  return { source, discount: ZERO, vat, total: tax.status === 'NOT_INCLUDED' ? plus(source, vat) : source }
}

/** Nothing to pay: the order needs no payment method (domain rules 1.5). */
export const isFree = ({ total }: OrderPrice): boolean => total === 0n
