import { queryOptions } from '#client/frame/calls/use-query.tsx'
import { organizerPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** Whose page it is. */
export const organizerQuery = (organizerSlug: string) =>
  queryOptions({
    queryKey: ['organizer', organizerSlug],
    queryFn: ({ signal }) => valueOf(server().call('GET', organizerPath, { params: { organizerSlug }, signal })),
    staleTime: 60_000,
  })
