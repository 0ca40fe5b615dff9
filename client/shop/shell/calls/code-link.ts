import { queryOptions } from '@tanstack/react-query'
import { codeOfferPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** What a link with a code opens; read again when its visitor comes back to the page. */
export const codeOfferQuery = (shortName: string, code: string) =>
  queryOptions({
    queryKey: ['code-offer', shortName, code],
    queryFn: ({ signal }) => valueOf(server().call('GET', codeOfferPath, { params: { shortName, code }, signal })),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
