import type { TicketInfo } from '#contract/ticket.ts'
import { shortId } from '#domain/reservation/reservation.ts'
import { fullName } from '#domain/ticket/ticket.ts'
import { presentDates } from '#server/catalog/present-dates.ts'
import type { Texts } from '#server/language/texts.ts'
import type { GoodTicket } from './good-ticket.ts'

/** The ticket page. The dates are the event's; `sameDay` looks at the category's own validity (booking contract). */
export function presentTicketInfo(
  { ticket, holder, category, reservation, sale }: GoodTicket,
  texts: Texts,
): TicketInfo {
  const { event, settings } = sale
  const { timeZone, languages } = event
  const validity = {
    timeZone,
    startsAt: category.validFrom ?? event.startsAt,
    endsAt: category.validTo ?? event.endsAt,
  }
  return {
    fullName: fullName(holder),
    email: holder.email,
    uuid: ticket.publicId,
    ticketCategoryName: category.name,
    reservationFullName: fullName(reservation.contact),
    reservationId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    deskPaymentRequired: ticket.status === 'TO_BE_PAID',
    timeZone,
    ...presentDates(event, texts, languages),
    sameDay: presentDates(validity, texts, []).sameDay,
    additionalServiceWithData: [],
  }
}
