import { queryOptions } from '@tanstack/react-query'
import { valueOf } from '#client/api/answer.ts'
import { shop } from '#client/api/shop.ts'
import { fullTicketPath, passedOnTicketPath, pathTo, ticketPath } from '#contract/paths.ts'
import type { FullTicket, TicketInfo } from '#contract/ticket.ts'
import { type TicketPlace, paramsOf } from './calls.ts'

/** A ticket that somebody holds, as its page shows it. */
export const ticketQuery = (place: TicketPlace) =>
  queryOptions({
    queryKey: ticketKey(place),
    queryFn: ({ signal }) => valueOf(shop().call<TicketInfo>({ path: pathTo(ticketPath, paramsOf(place)), signal })),
  })

/** A ticket as its order has it, with what its holder is asked. */
export const fullTicketQuery = (place: TicketPlace) =>
  queryOptions({
    queryKey: [...ticketKey(place), 'full'],
    queryFn: ({ signal }) =>
      valueOf(shop().call<FullTicket>({ path: pathTo(fullTicketPath, paramsOf(place)), signal })),
  })

/** Did the ticket that had this id go to somebody else? */
export const passedOnQuery = (place: TicketPlace) =>
  queryOptions({
    queryKey: ['passed-on-ticket', place.shortName, place.ticketId],
    queryFn: async ({ signal }) => {
      const answer = await shop().call<boolean>({ path: pathTo(passedOnTicketPath, paramsOf(place)), signal })
      return answer.kind === 'done'
    },
  })

/** Everything that is known about a ticket. */
export const ticketKey = ({ shortName, ticketId }: TicketPlace) => ['ticket', shortName, ticketId]
