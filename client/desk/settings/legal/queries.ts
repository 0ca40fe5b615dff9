import { deskLegalTextsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** All about legal texts is read again when some of it has changed. */
export const LEGAL_KEY = ['desk', 'legal'] as const

export const legalTextsQuery = (organizationId: number | null) =>
  queryOptions({
    queryKey: [...LEGAL_KEY, organizationId ?? 'shop'],
    queryFn: ({ signal }) =>
      valueOf(
        server().call('GET', deskLegalTextsPath, {
          query: { ...(organizationId !== null && { organizationId }) },
          signal,
        }),
      ),
    staleTime: 0,
  })
