import { QueryClient, queryOptions } from '@tanstack/react-query'
import { INFO_CACHE_MS } from '#contract/limits.ts'
import { infoPath } from '#contract/paths.ts'
import type { Texts } from '#client/language/language-context.ts'
import { isWorthRetrying, valueOf } from './call-result.ts'
import { server } from './server.ts'

/** What every page asks of the server, whatever it shows. */

export const infoQuery = () =>
  queryOptions({
    queryKey: ['info'],
    queryFn: ({ signal }) => valueOf(server().call('GET', infoPath, { signal })),
    staleTime: INFO_CACHE_MS,
  })

/** All texts of a language; they don't change while the page is open. */
export const textsQuery = (language: string, address: string) =>
  queryOptions({
    queryKey: ['texts', language],
    queryFn: () => loadTexts(address),
    staleTime: Infinity,
  })

/** Reads a file of texts; the browser has it already where its document has fetched it ahead. */
async function loadTexts(address: string): Promise<Texts> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.json()
}

/** One entry of the query cache on its way from the server to the browser. */
export type Preloaded = { readonly key: readonly unknown[]; readonly value: unknown }

/** Stock may have moved since the page was written: it is read again as soon as the page lives. */
const ALWAYS_STALE = 'ticket-categories'

/** A query cache, filled with what is known already. */
export function createQueryClient(preloaded: readonly Preloaded[]): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => count < 2 && isWorthRetrying(error),
        refetchOnWindowFocus: false,
      },
    },
  })
  for (const { key, value } of preloaded) {
    client.setQueryData([...key], value, key[0] === ALWAYS_STALE ? { updatedAt: 1 } : {})
  }
  return client
}
