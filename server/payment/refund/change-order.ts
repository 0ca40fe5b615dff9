import { creditOfReduction } from '#domain/order/invoice/credit.ts'
import type { BookedItem } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { type CreditNote, closeOrder, creditNoted, takeInvoiceBack } from '#server/order/invoice/take-invoice-back.ts'
import { billOf } from '#server/order/invoice/issue-document.ts'
import { lockHeld } from '#server/order/order/release-held.ts'
import { serviceOf } from '#server/order/order/order-rows.ts'
import { priceAsTaxed } from '#server/order/order/prices.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { removeTicket } from '#server/ticket/ticket/release-ticket.ts'
import { storePrice } from './store.ts'

/** What has become of an order, and who has more to sell now. */
export type ChangedOrder = {
  readonly creditNote: CreditNote | null
  readonly tickets: number
  readonly events: readonly number[]
  /** There is another offer now: a hidden category has become smaller. */
  readonly isOfferChanged: boolean
}

export const UNCHANGED: ChangedOrder = { creditNote: null, tickets: 0, events: [], isOfferChanged: false }

/** Which organiser's key; left out for a command. */
type By = { readonly by?: string }

/** The order ends: its tickets are released, and what is left of its invoice is credited (lifecycle A.3.12). */
export async function endOrder(tx: Tx, shop: Shop, order: Order, by: By): Promise<ChangedOrder> {
  const cause = { type: 'CANCEL_RESERVATION' as const, ...by }
  const tickets = order.tickets.length
  const credited = await takeInvoiceBack(tx, shop, order, [cause])
  if (credited) return { ...UNCHANGED, tickets, creditNote: credited, events: credited.events }
  const events = await closeOrder(tx, shop, order, { to: 'CANCELLED', notes: [cause] })
  return { ...UNCHANGED, tickets, events }
}

/** An order without some of its tickets. */
export type ReducedOrder = {
  readonly removed: readonly Ticket[]
  /** Extras that go with them. */
  readonly freed: readonly BookedItem[]
  /** As it is afterwards, with its new price. */
  readonly rest: Order
}

/**
 * What an order is without these tickets. Extras that come with a ticket, and those that cost nothing, go with it; what was
 * chosen and paid for beside stays with the order.
 */
export function withoutTickets(order: Order, ids: readonly string[]): ReducedOrder {
  const removed = order.tickets.filter(({ publicId }) => ids.includes(publicId))
  const gone = new Set(removed.map(({ id }) => id))
  const freed = order.items.filter(item => gone.has(item.ticketId) && leavesWithTicket(order, item))
  const tickets = order.tickets.filter(({ id }) => !gone.has(id))
  const items = order.items.filter(item => !freed.includes(item))
  const rest = { ...order, tickets, items }
  return { removed, freed, rest: { ...rest, reservation: { ...order.reservation, price: priceAsTaxed(rest).price } } }
}

const WITH_TICKET: ReadonlySet<string | null> = new Set(['MANDATORY_ONE_FOR_TICKET', 'MANDATORY_PERCENTAGE_FOR_TICKET'])

function leavesWithTicket({ offer }: Order, { serviceId, price }: BookedItem): boolean {
  return price.final === 0n || WITH_TICKET.has(serviceOf(offer, serviceId).charge.policy)
}

/** Takes tickets out of an order: it costs less from now on, and its invoice is credited by the difference. */
export async function removeTickets(
  tx: Tx,
  shop: Shop,
  order: Order,
  { removed, freed, rest }: ReducedOrder,
  by: By,
): Promise<ChangedOrder> {
  const now = shop.clock.now()
  const { reservation } = order
  await lockHeld(tx, [reservation.id])
  let isOfferChanged = false
  for (const ticket of removed) {
    const own = freed.filter(({ ticketId }) => ticketId === ticket.id)
    const release = { ticket, order, freed: own, heir: rest.tickets[0], ...by, now }
    if (await removeTicket(tx, release)) isOfferChanged = true
  }
  await storePrice(tx, reservation.id, rest.reservation.price)
  const reduction = { before: billOf(order), after: billOf(rest), removed: billOf(alone(order, { removed, freed })) }
  const creditNote = await creditNoted(tx, shop, order, (left, name) => creditOfReduction(left, reduction, name))
  return { creditNote, tickets: removed.length, events: [order.offer.context.id], isOfferChanged }
}

/** What was taken out, without what was taken off the whole order. */
const alone = (order: Order, { removed, freed }: Pick<ReducedOrder, 'removed' | 'freed'>): Order => ({
  ...order,
  tickets: removed,
  items: freed,
  discount: null,
})
