import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { ItemPrice } from './price-item.ts'

export type Cover = {
  /** The pass is good for these categories; empty: for all. */
  readonly categories: readonly CategoryId[]
  /** How many tickets it pays for; null: all. */
  readonly entries: number | null
  /** The ticket comes with the pass without an order, whatever it costs. */
  readonly isGiven?: boolean
}

/**
 * Which tickets a pass pays for: the cheapest of its categories by what they cost without it, and none that costs nothing
 * where a buyer has ordered (domain rules 7.3).
 */
export function ticketsToCover<Ticket extends { readonly categoryId: CategoryId; readonly price: ItemPrice }>(
  tickets: readonly Ticket[],
  { categories, entries, isGiven = false }: Cover,
): Ticket[] {
  return tickets
    .filter(({ price }) => isGiven || price.final > 0n)
    .filter(({ categoryId }) => categories.length === 0 || categories.includes(categoryId))
    .toSorted((a, b) => Number(a.price.final - b.price.final))
    .slice(0, entries ?? tickets.length)
}
