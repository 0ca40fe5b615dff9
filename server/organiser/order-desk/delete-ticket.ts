import { has } from '#domain/order/reservation/states.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { type LockedOrder, onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { type Order, completeOrder } from '#server/order/order/read-order.ts'
import { lockPaymentsOfOrder } from '#server/payment/pay/online/paid-money.ts'
import { endReviewsOfOrder } from '#server/payment/pay/online/reviews.ts'
import { type ChangedOrder, endOrder, removeTickets, withoutTickets } from '#server/payment/refund/change-order.ts'
import { followChange } from '#server/payment/refund/follow-change.ts'
import { orderOfTicket } from './store.ts'

export type Deleting = {
  readonly eventId: number
  /** Private. */
  readonly uuid: string
  /** Whose key. */
  readonly by: string
}

/**
 * An organiser takes a ticket out of its order, as a refund of the ticket without money does, and sends no mail: its
 * seat goes back to stock, its wallet passes are void, the order costs less and its invoice is credited by the
 * difference. With the last ticket the order ends (lifecycle A.3.12). Where money is to go back, the refund of the
 * ticket does both.
 *
 * False where it stays as it is: while the order is not complete, because its buyer is just paying for it, or a
 * transfer for all of it is on its way; and once the holder has been let in, because every attendee inside has a
 * ticket, as the figures of the entrance and the log of scans say. A check-in by mistake is taken back first. Undefined
 * for a ticket in no order, such as a deleted one.
 *
 * In one transaction that holds the order, then its payments, then its seats: of a scan at the same moment one comes first,
 * and the other finds what it has left.
 */
export async function deleteTicket(shop: Shop, { eventId, uuid, by }: Deleting): Promise<boolean | undefined> {
  const id = isUuid(uuid) ? await orderOfTicket(shop.db, eventId, uuid.toLowerCase()) : undefined
  if (id === undefined) return undefined
  const done = await onLockedOrder(shop, id, async (tx, locked) => {
    await lockPaymentsOfOrder(tx, id)
    const changed = await takeOut(tx, shop, locked, { uuid: uuid.toLowerCase(), by })
    return changed && { changed, offer: locked.offer }
  })
  if (!done) return undefined
  if (done.changed === 'refused') return false
  shop.log.ticketDeleted(id)
  await followChange(shop, done.offer, done.changed)
  return true
}

async function takeOut(
  tx: Tx,
  shop: Shop,
  { reservation, offer }: LockedOrder,
  { uuid, by }: Pick<Deleting, 'uuid' | 'by'>,
): Promise<ChangedOrder | 'refused' | undefined> {
  const order: Order = await completeOrder(tx, offer, reservation)
  const ticket = order.tickets.find(one => one.uuid === uuid)
  if (!ticket) return undefined
  if (!has(reservation, 'isComplete') || ticketHas(ticket, 'isCheckedIn')) return 'refused'
  if (order.tickets.length > 1) {
    return removeTickets(tx, shop, order, withoutTickets(order, [ticket.publicId]), { by })
  }
  await endReviewsOfOrder(tx, reservation.id, shop.clock.now())
  return endOrder(tx, shop, order, { by })
}
