import type { Event, ItemsByCategory, TicketCategory } from '#contract/event.ts'

/** What a visitor can do with a category now. */
export type SaleState =
  | { readonly kind: 'on-sale'; readonly max: number }
  | { readonly kind: 'not-started' }
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
  return category.containsPendingTickets ? { kind: 'all-reserved' } : { kind: 'sold-out' }
}

/** What a visitor can do on the page as a whole: the best that any category offers. */
export function saleStateOfEvent({ ticketCategories }: ItemsByCategory): SaleState['kind'] {
  const kinds = new Set(ticketCategories.map(category => saleStateOf(category).kind))
  return BEST_FIRST.find(kind => kinds.has(kind)) ?? 'ended'
}

const BEST_FIRST: readonly SaleState['kind'][] = ['on-sale', 'not-started', 'all-reserved', 'sold-out', 'ended']

/** Tickets left in the pool that all categories share; undefined when it isn't to be told, or means nothing. */
export function ticketsLeftInPool(
  event: Pick<Event, 'availableTicketsCount'>,
  items: ItemsByCategory,
): number | undefined {
  const count = event.availableTicketsCount ?? 0
  const hasBounded = [...items.ticketCategories, ...items.expiredCategories].some(({ bounded }) => bounded)
  return count > 0 && !hasBounded ? count : undefined
}

/** The lowest price of what is on sale and costs something; "0" where all of it is free, undefined where nothing is sold. */
export function lowestPriceOf({ ticketCategories }: ItemsByCategory): string | undefined {
  const onSale = ticketCategories.filter(category => saleStateOf(category).kind === 'on-sale')
  const [lowest] = onSale
    .filter(({ free }) => !free)
    .map(({ formattedFinalPrice }) => formattedFinalPrice)
    .sort((a, b) => Number(a) - Number(b))
  return onSale.length === 0 ? undefined : (lowest ?? '0')
}
