import type { Event, ItemsByCategory, LeastPrice, TicketCategory } from '#contract/event.ts'

/** What a visitor can do with a category now. */
export type SaleState =
  | { readonly kind: 'on-sale'; readonly max: number }
  | { readonly kind: 'not-started' }
  /** There are tickets, and no way to pay works yet. */
  | { readonly kind: 'not-payable-yet' }
  /** There are tickets, and no way to pay works so shortly before the event. */
  | { readonly kind: 'not-payable-any-more' }
  /** Nothing is free, but others may give tickets back in a while. */
  | { readonly kind: 'all-reserved' }
  | { readonly kind: 'sold-out' }
  | { readonly kind: 'ended' }

/** Reads the state from what the wire says of a category (specification of browsing, point 4). */
export function saleStateOf(category: TicketCategory): SaleState {
  if (category.expired) return { kind: 'ended' }
  if (category.saleInFuture) return { kind: 'not-started' }
  if (category.saleableAndLimitNotReached && category.maximumSaleableTickets > 0) {
    return { kind: 'on-sale', max: category.maximumSaleableTickets }
  }
  if (category.lackOfPayment !== undefined && category.maximumSaleableTickets > 0) {
    return { kind: category.lackOfPayment === 'AWAITED' ? 'not-payable-yet' : 'not-payable-any-more' }
  }
  return category.containsPendingTickets ? { kind: 'all-reserved' } : { kind: 'sold-out' }
}

/** What a visitor can do on the page as a whole: the best that any category offers. */
export function saleStateOfEvent({ ticketCategories }: Pick<ItemsByCategory, 'ticketCategories'>): SaleState['kind'] {
  const kinds = new Set(ticketCategories.map(category => saleStateOf(category).kind))
  return BEST_FIRST.find(kind => kinds.has(kind)) ?? 'ended'
}

/** When the first sale begins, where nothing is sold before; undefined elsewhere. */
export function saleBeginsAt(items: Pick<ItemsByCategory, 'ticketCategories'>): number | undefined {
  if (saleStateOfEvent(items) !== 'not-started') return undefined
  const starts = items.ticketCategories
    .filter(category => saleStateOf(category).kind === 'not-started')
    .flatMap(({ saleStart }) => saleStart ?? [])
  return starts.length === 0 ? undefined : Math.min(...starts)
}

/** No ticket can be had, now or later. */
export const isSaleOver = (state: SaleState['kind']): boolean =>
  state === 'sold-out' || state === 'not-payable-any-more' || state === 'ended'

/** Can a visitor be mailed when the sale begins? Where there is a list, that is for it. */
export const isNoticeOffered = (items: ItemsByCategory): boolean =>
  !items.waitingList && saleStateOfEvent(items) === 'not-started'

/** Why there is a waiting list: the sale has not begun, others hold the last tickets and may let them go, or all are sold. */
export function whyWaiting(items: ItemsByCategory): 'not-started' | 'all-reserved' | 'sold-out' {
  if (items.preSales) return 'not-started'
  return saleStateOfEvent(items) === 'all-reserved' ? 'all-reserved' : 'sold-out'
}

const BEST_FIRST: readonly SaleState['kind'][] = [
  'on-sale',
  // Before the sales that say when they start: these do not.
  'not-payable-yet',
  'not-started',
  'all-reserved',
  'sold-out',
  'not-payable-any-more',
  'ended',
]

/** Tickets left in the pool that all categories share; undefined when it isn't to be shown, or means nothing. */
export function ticketsLeftInPool(
  event: Pick<Event, 'availableTicketsCount'>,
  items: ItemsByCategory,
): number | undefined {
  const count = event.availableTicketsCount ?? 0
  const hasBounded = [...items.ticketCategories, ...items.expiredCategories].some(({ bounded }) => bounded)
  return count > 0 && !hasBounded ? count : undefined
}

/** What the tickets cost that are on sale: the least for one of them, and whether some are free beside others that aren't. */
export type Lowest = { readonly amount: string; readonly hasFreeBesides: boolean }

/**
 * The least a buyer can pay for a ticket that costs something, with all that can't be avoided; "0" where all are free,
 * undefined where nothing is on sale.
 */
export function lowestPriceOf({ ticketCategories }: ItemsByCategory): Lowest | undefined {
  const totals = ticketCategories
    .filter(category => saleStateOf(category).kind === 'on-sale')
    .map(category => unavoidablePrice(category).total)
    .sort((a, b) => Number(a) - Number(b))
  const paid = totals.filter(total => Number(total) > 0)
  if (totals.length === 0) return undefined
  return { amount: paid[0] ?? '0', hasFreeBesides: paid.length > 0 && paid.length < totals.length }
}

/** What one ticket costs in the end; of an answer without its parts, the price that the organiser states. */
export function unavoidablePrice(category: TicketCategory): LeastPrice {
  if (category.leastPrice !== undefined) return category.leastPrice
  const { free, formattedFinalPrice, hasDiscount, formattedDiscountedPrice } = category
  const stated = free || formattedFinalPrice === '' ? '0' : formattedFinalPrice
  const total = hasDiscount && !free ? formattedDiscountedPrice : stated
  return { total, before: total === stated ? null : stated, ticket: total, fees: [], vatOnTop: null }
}
