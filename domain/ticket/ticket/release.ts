import type { Category } from '#domain/catalog/catalog/category.ts'
import { type Event, hasEnded } from '#domain/catalog/catalog/event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ServiceType } from '#domain/catalog/price/additional-service.ts'
import type { ItemPrice, OrderPrice } from '#domain/order/pricing/price-order.ts'
import { ticketHas } from './states.ts'
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
 * it, until the event is over (domain rules 4.7, lifecycle E), and where nothing else of the order depends on them.
 */
export function canRelease(
  ticket: Ticket,
  { isAllowed, ...facts }: ReleaseFacts & { readonly isAllowed: boolean },
): boolean {
  return (
    isAllowed && holderOf(ticket) !== undefined && !hasEnded(facts.event, facts.now) && canLeaveOrder(ticket, facts)
  )
}

/**
 * Can a ticket that costs nothing leave its order? Not where money is in the way: a supplement has been paid in the
 * order, or the order has been paid and this ticket is all it has. A hidden category gives its seats to the pool, so
 * there has to be one.
 */
export function canLeaveOrder(
  ticket: Ticket,
  { categories, price, tickets, items }: Omit<ReleaseFacts, 'event' | 'now'>,
): boolean {
  if (!ticketHas(ticket, 'isAcquired') || ticket.price.final !== 0n) return false
  const isRestricted = categories.some(({ id, isRestricted: isHidden }) => id === ticket.categoryId && isHidden)
  const hasPool = categories.some(({ seatSource }) => seatSource.kind === 'pool')
  const isSupplementPaid = items.some(({ type, price: own }) => type === 'SUPPLEMENT' && own.final !== 0n)
  const isLastOfPaid = tickets.length === 1 && price.total !== 0n
  return !isSupplementPaid && !isLastOfPaid && (!isRestricted || hasPool)
}

/**
 * What becomes of an order that one of its tickets has left (lifecycle A.2, E): it stays as long as it has tickets. Without any it is deleted
 * where no payment, refund, invoice, receipt or credit note ever existed, and ends as cancelled otherwise. What it costs now does not
 * say whether money moved.
 */
export function orderAfterLeaving(order: {
  readonly ticketsLeft: number
  readonly hasMoneyOrDocuments: boolean
}): 'stays' | 'deleted' | 'cancelled' {
  if (order.ticketsLeft > 0) return 'stays'
  return order.hasMoneyOrDocuments ? 'cancelled' : 'deleted'
}

/**
 * Which tickets go with the pass that pays for them when its contract is withdrawn from: those of an event still to come
 * that can leave their order (decision 44). The others stay good, and count as used.
 */
export function leaveWithPass<Covered extends Ticket>(
  covered: readonly Covered[],
  { tickets, ...facts }: Omit<ReleaseFacts, 'event'> & { readonly event: Pick<Event, 'startsAt'> },
): readonly Covered[] {
  if (facts.event.startsAt <= facts.now) return []
  let staying = tickets
  return covered.filter(ticket => {
    const canLeave = canLeaveOrder(ticket, { ...facts, tickets: staying })
    if (canLeave) staying = staying.filter(({ id }) => id !== ticket.id)
    return canLeave
  })
}
