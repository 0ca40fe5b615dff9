import { INFO_CACHE_MS } from '#contract/limits.ts'
import { infoPath } from '#contract/paths.ts'
import type { Texts } from '#client/language/language-context.ts'
import { isWorthRetrying, valueOf } from './call-result.ts'
import { type Presence, QueryCache } from './query-cache.ts'
import { server } from './server.ts'
import { queryOptions } from './use-query.tsx'

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
export function createQueryCache(preloaded: readonly Preloaded[]): QueryCache {
  const cache = new QueryCache({
    isWorthRetrying: (failures, error) => failures < 2 && isWorthRetrying(error),
    presence: BROWSER,
  })
  for (const { key, value } of preloaded) cache.setQueryData(key, value, key[0] === ALWAYS_STALE ? 1 : undefined)
  return cache
}

const BROWSER: Presence = {
  isInSight: () => document.visibilityState === 'visible',
  // A worker answers from what it has kept, where one is (decision 88).
  isOnline: () => navigator.onLine || Boolean(navigator.serviceWorker?.controller),
  watch(onReturn) {
    const onSight = () => {
      if (BROWSER.isInSight()) onReturn('sight')
    }
    const onConnection = () => onReturn('connection')
    document.addEventListener('visibilitychange', onSight)
    addEventListener('online', onConnection)
    return () => {
      document.removeEventListener('visibilitychange', onSight)
      removeEventListener('online', onConnection)
    }
  },
}
