import { queryOptions } from '@tanstack/react-query'
import { openReservationsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** What the visitor holds and has not paid for yet, the latest first; read again whenever the page comes into sight. */
export const heldQuery = () =>
  queryOptions({
    queryKey: ['held'],
    queryFn: ({ signal }) => valueOf(server().call('GET', openReservationsPath, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
