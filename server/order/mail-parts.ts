import type { Ticket } from '#domain/ticket/ticket.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import { mailSender } from '#server/catalog/mail-sender.ts'
import type { Order } from './read-order.ts'

/** What mails about a ticket have in common. */

export function senderOf({ sale, reservation }: Pick<Order, 'sale' | 'reservation'>) {
  return { ...mailSender(sale), reservationId: reservation.id }
}

export function categoryNameOf({ categories }: EventForSale, { categoryId }: Ticket): string {
  return categories.find(({ id }) => id === categoryId)?.name ?? ''
}
