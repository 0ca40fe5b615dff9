import { type Minor, ZERO, times } from '#domain/foundation/money/money.ts'
import type { OrderRow } from './order-rows.ts'
import { type ItemPrice, type OrderPrice, priceItem, priceParts } from './price-order.ts'
import type { AppliedTax } from '#domain/catalog/price/vat.ts'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'

/** Prices an order of passes: no code is for passes, and none is exempt on its own. */
export function pricePasses({ source, quantity }: { source: Minor; quantity: number }, tax: AppliedTax): OrderPrice {
  const price = priceItem(source, tax)
  return priceParts([{ status: tax.status, isRoundedAlone: false, price, quantity }], tax, ZERO)
}

/** The row of an order of passes. */
export function soldPassRow(title: string, source: Minor, quantity: number): OrderRow {
  return { kind: 'SUBSCRIPTION', name: title, quantity, unit: source, subTotal: times(source, quantity) }
}

type Cover = {
  /** The pass is good for these categories; empty: for all. */
  readonly categories: readonly CategoryId[]
  /** How many tickets it pays for; null: all. */
  readonly entries: number | null
  /** The ticket comes with the pass without an order, whatever it costs. */
  readonly isGenerated?: boolean
}

/**
 * Which tickets a pass pays for: the cheapest of its categories by what they cost without it, and none that costs nothing
 * where a buyer has ordered (domain rules 7.3).
 */
export function ticketsToCover<Ticket extends { readonly categoryId: CategoryId; readonly price: ItemPrice }>(
  tickets: readonly Ticket[],
  { categories, entries, isGenerated = false }: Cover,
): Ticket[] {
  return tickets
    .filter(({ price }) => isGenerated || price.final > 0n)
    .filter(({ categoryId }) => categories.length === 0 || categories.includes(categoryId))
    .toSorted((a, b) => Number(a.price.final - b.price.final))
    .slice(0, entries ?? tickets.length)
}
