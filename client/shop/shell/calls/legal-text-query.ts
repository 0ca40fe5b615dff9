import { queryOptions } from '#client/frame/calls/use-query.tsx'
import { legalTextPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** A published version of terms or of a privacy policy. */
export const legalTextQuery = (legalTextId: string) =>
  queryOptions({
    queryKey: ['legal-text', legalTextId],
    queryFn: ({ signal }) => valueOf(server().call('GET', legalTextPath, { params: { legalTextId }, signal })),
    staleTime: 60_000,
  })
