import { displayName } from '#domain/catalog/event.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Order } from '#server/reservation/read-order.ts'

/** What mails about a ticket have in common. */

export function senderOf({ sale: { event }, reservation }: Pick<Order, 'sale' | 'reservation'>) {
  return {
    purchaseContextId: event.id,
    reservationId: reservation.id,
    senderName: displayName(event),
    replyTo: event.organization.email,
  }
}

export function categoryNameOf({ categories }: EventForSale, { categoryId }: Ticket): string {
  return categories.find(({ id }) => id === categoryId)?.name ?? ''
}
