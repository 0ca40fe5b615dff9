import { queryOptions } from '@tanstack/react-query'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { endedTicketPath, fullTicketPath, passedOnTicketPath, ticketPath } from '#contract/ticket-paths.ts'
import { type TicketPlace, paramsOf } from './calls.ts'

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
