import { type CallResult, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { pathTo } from '#contract/paths.ts'
import {
  endedTicketPath,
  fullTicketPath,
  passedOnTicketPath,
  sendTicketPath,
  ticketPath,
  waitingRoomPath,
} from '#contract/ticket-paths.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** Which ticket a page is about. */
export type TicketPlace = { readonly shortName: string; readonly ticketId: string }

/** What the pages of a ticket ask the server to do. */

export function saveTicket(place: TicketPlace, form: UpdateTicketOwnerForm): Promise<CallResult<boolean>> {
  return server().callWrapped('PUT', ticketPath, { params: paramsOf(place), body: form })
}

export function releaseTicket(place: TicketPlace): Promise<CallResult<boolean>> {
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

/** A ticket with a holder, as its page shows it. */
export const ticketQuery = (place: TicketPlace) =>
  queryOptions({
    queryKey: ticketKey(place),
    queryFn: ({ signal }) => valueOf(server().call('GET', ticketPath, { params: paramsOf(place), signal })),
  })

/** A ticket as its order has it, with what its holder is asked. */
export const fullTicketQuery = (place: TicketPlace) =>
  queryOptions({
    queryKey: [...ticketKey(place), 'full'],
    queryFn: ({ signal }) => valueOf(server().call('GET', fullTicketPath, { params: paramsOf(place), signal })),
  })

/** Did the ticket that had this id go to another person? */
export const passedOnQuery = (place: TicketPlace) =>
  queryOptions({
    queryKey: ['passed-on-ticket', place.shortName, place.ticketId],
    queryFn: async ({ signal }) => {
      const answer = await server().call('GET', passedOnTicketPath, { params: paramsOf(place), signal })
      return answer.kind === 'done'
    },
  })

/** Was the ticket that had this id cancelled, or released? */
export const endedQuery = (place: TicketPlace) =>
  queryOptions({
    queryKey: ['ended-ticket', place.shortName, place.ticketId],
    queryFn: async ({ signal }) => {
      const answer = await server().call('GET', endedTicketPath, { params: paramsOf(place), signal })
      return answer.kind === 'done'
    },
  })

/** Everything that is known about a ticket. */
export const ticketKey = ({ shortName, ticketId }: TicketPlace) => ['ticket', shortName, ticketId]
