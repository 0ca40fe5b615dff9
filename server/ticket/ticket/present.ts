import type { AdditionalServiceWithData, FullTicket, TicketInfo } from '#contract/ticket.ts'
import { isOnline } from '#domain/catalog/catalog/event.ts'
import { roomAt, roomTimes } from '#domain/door/check-in/online-room.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { SALE_DATES, presentDates } from '#server/catalog/catalog/present-dates.ts'
import { dateMap } from '#server/foundation/language/dates.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { type HiddenAs, presentTickets } from './present-tickets.ts'
import { walletsOffered } from '#server/ticket/wallet/offered.ts'
import type { GoodTicket } from '#server/order/order/good-ticket.ts'
import type { SoldTicket } from './sold-ticket.ts'

/** The ticket page. The dates are the event's; `sameDay` follows the category's own validity (booking contract 8). */
export function presentTicketInfo(
  { ticket, holder, category, reservation, offer }: GoodTicket,
  { texts, items, hash, pollPin }: PresentInfo,
): TicketInfo {
  const { context: event, settings } = offer
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
    deskPaymentRequired: ticketHas(ticket, 'isDueAtDesk'),
    walletConfiguration: walletsOffered(offer, reservation)(ticket),
    timeZone,
    ...presentDates(event, texts, languages),
    sameDay: presentDates(validity, texts, []).sameDay,
    additionalServiceWithData: [...items],
    ticketCodeHash: hash,
    pollPin,
  }
}

type PresentInfo = Omit<Present, 'now'> & {
  readonly items: readonly AdditionalServiceWithData[]
  /** With what the holder votes. */
  readonly pollPin: string | null
}

/** One ticket as its order has it; where it takes part online, with the moment from which it opens the room. */
export function presentFullTicket(
  { ticket, order }: SoldTicket,
  { texts, now, hash, hiddenAs }: PresentFull,
): FullTicket {
  const [shown] = presentTickets(order, now, { tickets: [ticket], ...(hiddenAs && { hiddenAs }) })
  const { context: event, categories } = order.offer
  const category = categories.find(({ id }) => id === ticket.categoryId)
  if (!shown || !category) throw new Error(`ticket ${ticket.id} is of no category of its event`)
  if (!isOnline(event, category)) return { ...shown, ticketCodeHash: hash }
  const times = roomTimes(event, category)
  const room = roomAt(times, now)
  const opens = room.state === 'not-started' ? room.opensAt : (times.openings[0]?.from ?? times.startsAt)
  const online = {
    formattedOnlineCheckInDate: dateMap(texts, {
      instant: opens,
      timeZone: event.timeZone,
      languages: event.languages,
      patternKey: SALE_DATES,
    }),
    onlineCheckInAt: opens,
    onlineEventStarted: room.state !== 'not-started',
  }
  return { ...shown, tickets: shown.tickets.map(one => ({ ...one, ...online })), ticketCodeHash: hash }
}

type PresentFull = Present & { readonly hiddenAs?: HiddenAs | undefined }

type Present = {
  readonly texts: Texts
  readonly now: Instant
  /** Of the code, for an attendee who takes part online. */
  readonly hash: string | null
}
