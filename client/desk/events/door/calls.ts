import { deskDoorsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** The doors of an event with their figures, read again while the page is in front. */
export const doorsQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'doors', eventId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskDoorsPath, { params: { eventId }, signal })),
    staleTime: 0,
  })
