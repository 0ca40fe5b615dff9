import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type TicketPlace, ticketAddress } from '../calls.ts'
import { comingFrom, useOrderBehind } from '../order-behind.ts'
import { fullTicketQuery, ticketKey, ticketQuery } from '../queries.ts'

/**
 * Reads a ticket again once it is stored. One whose name was corrected has another address, which is read first, so that the page
 * stays as it is while its address changes.
 */
export function useFollowTicket(place: TicketPlace): () => Promise<void> {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const order = useOrderBehind()
  return async () => {
    await cache.invalidateQueries({ queryKey: ticketKey(place) })
    const next = { ...place, ticketId: idIn(cache, place) }
    if (next.ticketId === place.ticketId.toLowerCase()) return
    await Promise.allSettled([cache.fetchQuery(fullTicketQuery(next)), cache.fetchQuery(ticketQuery(next))])
    await navigate(ticketAddress(next, 'update'), { replace: true, ...comingFrom(order) })
    cache.removeQueries({ queryKey: ticketKey(place) })
  }
}

/** The id by which the ticket is known now. */
function idIn(cache: QueryClient, place: TicketPlace): string {
  const category = cache.getQueryData(fullTicketQuery(place).queryKey)
  return category?.tickets[0]?.uuid ?? place.ticketId.toLowerCase()
}
