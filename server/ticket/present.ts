import type { AdditionalServiceWithData, TicketInfo, TicketsByCategory } from '#contract/ticket.ts'
import { shortId } from '#domain/reservation/reservation.ts'
import { fullName } from '#domain/ticket/ticket.ts'
import type { Instant } from '#domain/instant.ts'
import { SALE_DATES, presentDates } from '#server/catalog/present-dates.ts'
import { dateMap } from '#server/language/format-date.ts'
import type { Texts } from '#server/language/texts.ts'
import { presentTickets } from '#server/reservation/present.ts'
import type { GoodTicket } from './good-ticket.ts'
import type { SoldTicket } from './sold-ticket.ts'

/** The ticket page. The dates are the event's; `sameDay` looks at the category's own validity (booking contract). */
export function presentTicketInfo(
  { ticket, holder, category, reservation, sale }: GoodTicket,
  { texts, items }: { readonly texts: Texts; readonly items: readonly AdditionalServiceWithData[] },
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
    additionalServiceWithData: [...items],
  }
}

/** One ticket as its order has it; at an online event with the moment from which it opens the room. */
export function presentFullTicket({ ticket, order }: SoldTicket, { texts, now }: Present): TicketsByCategory {
  const [shown] = presentTickets(order, now, [ticket])
  if (!shown) throw new Error(`ticket ${ticket.id} is of no category of its event`)
  const { event, categories } = order.sale
  if (event.format !== 'ONLINE') return shown
  const opens = categories.find(({ id }) => id === ticket.categoryId)?.checkInFrom ?? event.startsAt
  const online = {
    formattedOnlineCheckInDate: dateMap(texts, {
      instant: opens,
      timeZone: event.timeZone,
      languages: event.languages,
      patternKey: SALE_DATES,
    }),
    onlineEventStarted: opens <= now,
  }
  return { ...shown, tickets: shown.tickets.map(one => ({ ...one, ...online })) }
}

type Present = { readonly texts: Texts; readonly now: Instant }
