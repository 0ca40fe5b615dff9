import {
  calendarPath,
  eventPagePath,
  eventReservationPath,
  eventsPagePath,
  leaveWaitingListPath,
  passPagePath,
  passReservationPath,
  pathTo,
  withdrawalPagePath,
} from '#contract/paths.ts'
import { ticketUpdatePagePath, ticketViewPagePath } from '#contract/ticket-paths.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'

/** The addresses of pages that letters lead to, each in the language of its reader. */

type Site = { readonly config: { readonly baseUrl: string } }
type Named = Pick<Event, 'kind' | 'shortName'> | Pick<Pass, 'kind' | 'publicId'>

/** The page where an event or a pass is sold. */
export function contextUrl({ config }: Site, { context }: { readonly context: Named }, language: string): string {
  const path =
    context.kind === 'event'
      ? pathTo(eventPagePath, { shortName: context.shortName })
      : pathTo(passPagePath, { id: context.publicId })
  return `${config.baseUrl}${path}?lang=${language}`
}

type OrderOf = {
  readonly offer: { readonly context: Named }
  readonly reservation: { readonly id: string; readonly language: string }
}

export function orderUrl({ config }: Site, { offer, reservation: { id, language } }: OrderOf): string {
  const { context } = offer
  const path =
    context.kind === 'event'
      ? pathTo(eventReservationPath, { eventName: context.shortName, reservationId: id })
      : pathTo(passReservationPath, { id: context.publicId, reservationId: id })
  return `${config.baseUrl}${path}?lang=${language}`
}

/** Where a person leaves the waiting list; it contains the key, so it goes to that person only. */
export function leaveWaitingListUrl(
  { config }: Site,
  { key, language }: { readonly key: string; readonly language: string },
): string {
  return `${config.baseUrl}${pathTo(leaveWaitingListPath, { key })}?lang=${language}`
}

/** Where the buyer of a pass withdraws from its contract. */
export function withdrawalUrl(
  { config }: Site,
  {
    context,
    reservation: { id, language },
  }: { readonly context: Pick<Pass, 'publicId'> } & Pick<OrderOf, 'reservation'>,
): string {
  const path = pathTo(withdrawalPagePath, { id: context.publicId, reservationId: id })
  return `${config.baseUrl}${path}?lang=${language}`
}

/** The events for which tickets are chosen with a bought pass; it contains the pass's id, so only the owner gets it. */
export function passUseUrl(
  { config }: Site,
  { id, language }: { readonly id: string; readonly language: string },
): string {
  return `${config.baseUrl}${eventsPagePath}?subscription=${id}&lang=${language}`
}

type TicketOf = {
  readonly offer: { readonly context: Pick<Event, 'shortName'> }
  readonly ticket: { readonly publicId: string }
  readonly language: string
}

/** The forms of calendars of the web, with the ticket's own times. */
export function calendarUrls({ config }: Site, { offer, ticket, language }: TicketOf) {
  const path = pathTo(calendarPath, { shortName: offer.context.shortName, locale: language })
  const url = (type: string) => `${config.baseUrl}${path}?type=${type}&ticketId=${ticket.publicId}`
  return [
    { name: 'Google', url: url('google') },
    { name: 'Outlook', url: url('outlook') },
  ]
}

/** Where a holder changes the data of a ticket. */
export function ticketUpdateUrl({ config }: Site, ticket: TicketOf): string {
  return `${config.baseUrl}${pathTo(ticketUpdatePagePath, paramsOf(ticket))}?lang=${ticket.language}`
}

/** The ticket with its code, for the door. */
export function ticketViewUrl({ config }: Site, ticket: TicketOf): string {
  return `${config.baseUrl}${pathTo(ticketViewPagePath, paramsOf(ticket))}?lang=${ticket.language}`
}

const paramsOf = ({ offer, ticket }: TicketOf) => ({
  eventName: offer.context.shortName,
  ticketIdentifier: ticket.publicId,
})
