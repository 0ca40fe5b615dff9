import { deskOrganizationsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** The organisations for which the member works. */
export const organizationsQuery = () =>
  queryOptions({
    queryKey: ['desk', 'organizations'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskOrganizationsPath, { signal })),
    staleTime: 30_000,
  })
