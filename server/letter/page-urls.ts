import { eventPagePath, eventReservationPath, pathTo, ticketUpdatePagePath } from '#contract/paths.ts'

/** The addresses of pages that letters lead to, each in the language of its reader. */

type Site = { readonly config: { readonly baseUrl: string } }
type Sale = { readonly event: { readonly shortName: string } }

export const eventUrl = ({ config }: Site, { event: { shortName } }: Sale, language: string): string =>
  `${config.baseUrl}${pathTo(eventPagePath, { shortName })}?lang=${language}`

type OrderOf = { readonly sale: Sale; readonly reservation: { readonly id: string; readonly language: string } }

export function orderUrl({ config }: Site, { sale, reservation: { id, language } }: OrderOf): string {
  const path = pathTo(eventReservationPath, { eventName: sale.event.shortName, reservationId: id })
  return `${config.baseUrl}${path}?lang=${language}`
}

type TicketOf = { readonly sale: Sale; readonly ticket: { readonly publicId: string }; readonly language: string }

/** Where a holder changes the data of a ticket. */
export function ticketUpdateUrl({ config }: Site, { sale, ticket, language }: TicketOf): string {
  const params = { eventName: sale.event.shortName, ticketIdentifier: ticket.publicId }
  return `${config.baseUrl}${pathTo(ticketUpdatePagePath, params)}?lang=${language}`
}
