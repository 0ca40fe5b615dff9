import type { Answer } from '#client/api/answer.ts'
import { shop } from '#client/api/shop.ts'
import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { pathTo, sendTicketPath, ticketPath, waitingRoomPath } from '#contract/paths.ts'

/** Which ticket a page is about. */
export type TicketPlace = { readonly shortName: string; readonly ticketId: string }

/** What the pages of a ticket ask the server to do. */

export function saveTicket(place: TicketPlace, form: UpdateTicketOwnerForm): Promise<Answer<boolean>> {
  return shop().callWrapped({ method: 'PUT', path: pathTo(ticketPath, paramsOf(place)), body: form })
}

export function giveTicketBack(place: TicketPlace): Promise<Answer<boolean>> {
  return shop().call({ method: 'DELETE', path: pathTo(ticketPath, paramsOf(place)) })
}

export function mailTicket(place: TicketPlace): Promise<Answer<boolean>> {
  return shop().call({ method: 'POST', path: pathTo(sendTicketPath, paramsOf(place)), body: {} })
}

export const paramsOf = ({ shortName, ticketId }: TicketPlace) => ({ eventName: shortName, ticketIdentifier: ticketId })

/** `/event/jazz/ticket/<id>/view` */
export function ticketAddress({ shortName, ticketId }: TicketPlace, page: 'view' | 'update'): string {
  return `/event/${encodeURIComponent(shortName)}/ticket/${encodeURIComponent(ticketId)}/${page}`
}

/** Where the holder of a ticket waits who takes part online. */
export function waitingRoomAddress(place: TicketPlace, ticketCodeHash: string): string {
  return pathTo(waitingRoomPath, { ...paramsOf(place), ticketCodeHash })
}
