import type { QueryCache } from '#client/frame/calls/query-cache.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'
import { openReservationsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import type { OpenReservation } from '#contract/own.ts'

/** What the visitor holds and has not paid for yet, the latest first; read again whenever the page comes into sight. */
export const heldQuery = () =>
  queryOptions({
    queryKey: ['held'],
    queryFn: ({ signal }) => valueOf(server().call('GET', openReservationsPath, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** An order is held no more: nothing that the page shows next is chosen by it. */
export function removeHeld(cache: QueryCache, reservationId: string): void {
  cache.setQueryData<readonly OpenReservation[]>(['held'], held => held?.filter(({ id }) => id !== reservationId))
}
