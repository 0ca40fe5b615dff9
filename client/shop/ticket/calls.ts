import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { pathTo } from '#contract/paths.ts'
import { sendTicketPath, ticketPath, waitingRoomPath } from '#contract/ticket-paths.ts'

/** Which ticket a page is about. */
export type TicketPlace = { readonly shortName: string; readonly ticketId: string }

/** What the pages of a ticket ask the server to do. */

export function saveTicket(place: TicketPlace, form: UpdateTicketOwnerForm): Promise<CallResult<boolean>> {
  return server().callWrapped('PUT', ticketPath, { params: paramsOf(place), body: form })
}

export function giveTicketBack(place: TicketPlace): Promise<CallResult<boolean>> {
  return server().call('DELETE', ticketPath, { params: paramsOf(place) })
}

export function mailTicket(place: TicketPlace): Promise<CallResult<boolean>> {
  return server().call('POST', sendTicketPath, { params: paramsOf(place), body: {} })
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
