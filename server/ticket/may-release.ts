import type { Instant } from '#domain/instant.ts'
import { canRelease } from '#domain/ticket/release.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import { serviceOf } from '#server/order/order-rows.ts'
import type { Order } from '#server/order/read-order.ts'

/** May the holder give this ticket of the order back now? */
export function mayRelease(
  { reservation, tickets, items, offer }: Pick<Order, 'reservation' | 'tickets' | 'items' | 'offer'>,
  ticket: Ticket,
  now: Instant,
): boolean {
  return canRelease(ticket, {
    event: offer.context,
    categories: offer.categories,
    price: reservation.price,
    tickets,
    items: items.map(({ serviceId, price }) => ({ type: serviceOf(offer, serviceId).type, price })),
    now,
    isAllowed: offer.settings.flag('ALLOW_FREE_TICKETS_CANCELLATION', ticket.categoryId),
  })
}
