import { type Category, type CategoryId, isOnSale } from '#domain/catalog/catalog/category.ts'
import type { Event, EventOffer } from '#domain/catalog/catalog/event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { ZERO } from '#domain/foundation/money/money.ts'
import { type PlannedOrder, planOrder } from '#domain/order/reservation/plan-order.ts'

/** One ticket that a pass may pay for without an order for it, and everything that comes with it. */
export type TicketToGive = { readonly category: Category; readonly plan: PlannedOrder }

type Facts = {
  readonly offer: EventOffer
  readonly now: Instant
  /** Is it for the members of a group alone? */
  readonly isForGroup: (id: CategoryId) => boolean
}

/** Published and not begun yet: a person who gets a ticket now can still come. */
export const isTimeToGive = ({ status, startsAt }: Pick<Event, 'status' | 'startsAt'>, now: Instant): boolean =>
  status === 'PUBLIC' && now < startsAt

/**
 * What owners of passes may get without ordering it (domain rules 7.3), the cheapest first: a ticket of each category that is on
 * sale to everybody. One with which something comes that costs is left to those who order it: a pass pays for tickets alone.
 */
export function ticketsToGive({ offer, now, isForGroup }: Facts): TicketToGive[] {
  return offer.categories
    .filter(category => isOnSale(category, now) && !category.isRestricted && !isForGroup(category.id))
    .map(category => ({
      category,
      plan: planOrder({ lines: [{ category, quantity: 1 }], services: [] }, { offer, now, code: null }),
    }))
    .filter(({ plan }) => plan.extras.every(({ unit }) => unit.final === ZERO))
    .toSorted((a, b) => Number(priceOf(a) - priceOf(b)) || a.category.id - b.category.id)
}

/** What it costs those who have no pass. */
const priceOf = ({ plan }: TicketToGive): bigint => plan.price.total

/** Of those the ones that a pass pays for; `categories`: those it is good for, empty: all. */
export const coveredBy = (tickets: readonly TicketToGive[], categories: readonly CategoryId[]): TicketToGive[] =>
  tickets.filter(({ category }) => categories.length === 0 || categories.includes(category.id))
