import { shortId } from '#domain/order/reservation/reservation.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { TicketDocument } from '#server/documents/pdf/ticket-pdf.ts'
import { type GoodTicket, isOnlineTicket } from './good-ticket.ts'
import { ticketCode } from './ticket-code.ts'

/** The text of the ticket's QR code, signed with the event's key (lifecycle C.4). */
export function codeOf({ ticket, holder, reservation }: GoodTicket, key: string): string {
  return ticketCode({ eventKey: key, reservationId: reservation.id, ticketUuid: ticket.uuid, ...holder })
}

/** What is printed on the ticket: its category's own times where it has them, else the event's (lifecycle C.3). */
export function describeTicket(good: GoodTicket, key: string): Omit<TicketDocument, 'extras'> {
  const { ticket, holder, category, reservation, offer } = good
  const { context: event, settings } = offer
  return {
    publicId: ticket.publicId,
    qrText: codeOf(good, key),
    language: ticket.language ?? reservation.language,
    eventName: displayName(event),
    organizer: { name: event.organization.name, email: event.organization.email },
    holder: { name: fullName(holder), email: holder.email },
    category: category.name,
    span: {
      start: category.validFrom ?? event.startsAt,
      end: category.validTo ?? event.endsAt,
      timeZone: event.timeZone,
    },
    location: isOnlineTicket(good) ? null : event.location,
    order: {
      shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
      buyer: fullName(reservation.contact),
    },
    paymentDue:
      ticketHas(ticket, 'isDueAtDesk') && event.currency
        ? `${event.currency} ${printed(ticket.price.final, event.currency)}`
        : null,
  }
}
