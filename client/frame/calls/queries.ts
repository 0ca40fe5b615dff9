import { queryOptions } from '@tanstack/react-query'
import { INFO_CACHE_MS } from '#contract/limits.ts'
import { bundlePath, infoPath } from '#contract/paths.ts'
import { valueOf } from './call-result.ts'
import { server } from './server.ts'

/** What every page asks of the server, whatever it shows. */

export const infoQuery = () =>
  queryOptions({
    queryKey: ['info'],
    queryFn: ({ signal }) => valueOf(server().call('GET', infoPath, { signal })),
    staleTime: INFO_CACHE_MS,
  })

/** All texts of a language; they don't change while the page is open. */
export const textsQuery = (language: string) =>
  queryOptions({
    queryKey: ['texts', language],
    queryFn: () => valueOf(server().call('GET', bundlePath, { params: { lang: language } })),
    staleTime: Infinity,
  })
