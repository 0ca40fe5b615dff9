import { queryOptions } from '@tanstack/react-query'
import { valueOf } from '#client/api/answer.ts'
import { shop } from '#client/api/shop.ts'
import { fullTicketPath, pathTo, ticketPath } from '#contract/paths.ts'
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

/** Everything that is known about a ticket. */
export const ticketKey = ({ shortName, ticketId }: TicketPlace) => ['ticket', shortName, ticketId]
