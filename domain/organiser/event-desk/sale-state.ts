import type { Instant, Window } from '#domain/foundation/instant.ts'

/** How the sale of an event is at a moment, whether or not it is published. */
export type SaleState = 'ANNOUNCED' | 'BEFORE' | 'ON_SALE' | 'SOLD_OUT' | 'ENDED'

type Sold = { readonly onSale: Window; readonly free: number }

/** ANNOUNCED: it has no categories. SOLD_OUT: what is on sale now has no free seat left. */
export function saleStateOf(categories: readonly Sold[], now: Instant): SaleState {
  if (categories.length === 0) return 'ANNOUNCED'
  const onSale = categories.filter(({ onSale: { start, end } }) => start <= now && now < end)
  if (onSale.length > 0) return onSale.some(({ free }) => free > 0) ? 'ON_SALE' : 'SOLD_OUT'
  return categories.some(category => category.onSale.start > now) ? 'BEFORE' : 'ENDED'
}

/** When a category goes on sale or off it the next time; null where none does. */
export function nextSaleChange(categories: readonly Pick<Sold, 'onSale'>[], now: Instant): Instant | null {
  const later = categories.flatMap(({ onSale: { start, end } }) => [start, end]).filter(moment => moment > now)
  return later.length === 0 ? null : later.reduce((first, moment) => (moment < first ? moment : first))
}
