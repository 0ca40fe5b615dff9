import type { Category } from '../catalog/category.ts'
import { type Event, hasEnded } from '../catalog/event.ts'
import type { Instant } from '../instant.ts'
import type { ServiceType } from '../pricing/additional-service.ts'
import type { ItemPrice } from '../pricing/price-item.ts'
import type { OrderPrice } from '../pricing/price-order.ts'
import { type Ticket, holderOf } from './ticket.ts'

/** What decides whether holders of an order may give tickets back. */
export type ReleaseFacts = {
  readonly event: Pick<Event, 'endsAt'>
  readonly categories: readonly Pick<Category, 'id' | 'isRestricted' | 'seatSource'>[]
  /** What the whole order costs. */
  readonly price: Pick<OrderPrice, 'total'>
  readonly tickets: readonly Pick<Ticket, 'id'>[]
  readonly items: readonly { readonly type: ServiceType; readonly price: ItemPrice }[]
  readonly now: Instant
}

/**
 * May the holder give this ticket of a complete order back? Free tickets that are good can be, where the organiser allows
 * it, until the event is over (domain rules 4.7, lifecycle E). Not where money is in the way: a supplement has been paid
 * in the order, or the order has been paid and nothing but this ticket would stand for it. A hidden category gives its
 * seats to the pool, so there has to be one.
 */
export function canRelease(
  ticket: Ticket,
  { event, categories, price, tickets, items, now, isAllowed }: ReleaseFacts & { readonly isAllowed: boolean },
): boolean {
  if (!isAllowed || ticket.status !== 'ACQUIRED' || ticket.price.final !== 0n || !holderOf(ticket)) return false
  const isRestricted = categories.some(({ id, isRestricted: isHidden }) => id === ticket.categoryId && isHidden)
  const hasPool = categories.some(({ seatSource }) => seatSource.kind === 'pool')
  const isSupplementPaid = items.some(({ type, price: own }) => type === 'SUPPLEMENT' && own.final !== 0n)
  const isLastOfPaid = tickets.length === 1 && price.total !== 0n
  return !hasEnded(event, now) && !isSupplementPaid && !isLastOfPaid && (!isRestricted || hasPool)
}
