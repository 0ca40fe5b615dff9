import type { Instant } from '#domain/foundation/instant.ts'
import { type ReleaseFacts, canRelease } from '#domain/ticket/ticket/release.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { serviceOf } from '#server/order/order/order-rows.ts'
import type { Order } from '#server/order/order/read-order.ts'

type OrderOfTicket = Pick<Order<OfferedEvent>, 'reservation' | 'tickets' | 'items' | 'offer'>

/** May the holder give this ticket of the order back now? */
export function mayRelease(order: OrderOfTicket, ticket: Ticket, now: Instant): boolean {
  const isAllowed = order.offer.settings.flag('ALLOW_FREE_TICKETS_CANCELLATION', ticket.categoryId)
  return canRelease(ticket, { ...releaseFacts(order, now), isAllowed })
}

/** What decides whether a ticket can leave its order. */
export function releaseFacts({ reservation, tickets, items, offer }: OrderOfTicket, now: Instant): ReleaseFacts {
  return {
    event: offer.context,
    categories: offer.categories,
    price: reservation.price,
    tickets,
    items: items.map(({ serviceId, price }) => ({ type: serviceOf(offer, serviceId).type, price })),
    now,
  }
}
