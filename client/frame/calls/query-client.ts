import { QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from './call-result.ts'

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
