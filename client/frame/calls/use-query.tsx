import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { type Observer, type Query, type QueryCache, type QueryState, isStale } from './query-cache.ts'

/** The values that the pages have read: of one visit in the browser, of one page on the server. */
export const CacheContext = createContext<QueryCache | undefined>(undefined)

export function useQueryCache(): QueryCache {
  const cache = use(CacheContext)
  if (!cache) throw new Error('no query cache: the page is outside CacheContext')
  return cache
}

/** Makes a query whose key carries the type of its value. */
export const queryOptions = <Data,>(
  query: Query<Data> & { readonly queryFn: (reading: { readonly signal: AbortSignal }) => Promise<Data> },
): Query<Data> => query

type ShownQuery<Data> = Query<Data> & {
  /** False: shows what is there, and reads nothing. */
  readonly enabled?: boolean
  /** What is shown until there is a value; `previous` is what was shown before, under another key. */
  readonly placeholderData?: (previous: Data | undefined) => Data | undefined
}

/** For `placeholderData`: the page stays as it is until the next value is there. */
export const keepPreviousData = <Data,>(previous: Data | undefined): Data | undefined => previous

type ShownValue<Data> =
  | { data: undefined; error: undefined; isPending: true; isSuccess: false; isError: false; isPlaceholderData: false }
  /** `isPlaceholderData`: what is shown is `placeholderData`. */
  | { data: Data; error: undefined; isPending: false; isSuccess: true; isError: false; isPlaceholderData: boolean }
  | { data: undefined; error: unknown; isPending: false; isSuccess: false; isError: true; isPlaceholderData: false }
  /** The last reading has failed; the value of an earlier one stays. */
  | { data: Data; error: unknown; isPending: false; isSuccess: false; isError: true; isPlaceholderData: false }

export type QueryResult<Data> = Readonly<ShownValue<Data>> & {
  /** Reads again, in place of a reading that is under way; never rejects. */
  readonly refetch: () => Promise<{ readonly data: Data | undefined }>
}

/** A query as a part of a page shows it. It is read when the part appears, unless its value is fresh. */
export const useQuery = <Data,>(query: ShownQuery<Data>): QueryResult<Data> => useObserved(query, false)

/** As `useQuery`, for a part that shows whether the query is being read. */
export const useQueryAndProgress = <Data,>(query: ShownQuery<Data>): QueryResult<Data> & { isFetching: boolean } =>
  useObserved(query, true)

function useObserved<Data>(query: ShownQuery<Data>, showsFetching: boolean) {
  const cache = useQueryCache()
  const entry = cache.entry(query.queryKey)
  const { enabled: isEnabled = true, placeholderData } = query
  // For as long as the part is on the page.
  const [{ observer, shown }] = useState(() => newPart(query, showsFetching))
  const present = () => entry.state
  useEffect(() => {
    observer.query = query
    if (entry.state.data !== undefined) shown.data = entry.state.data
  })
  const state = useSyncExternalStore(
    useCallback(
      (onChange: () => void) => {
        observer.isEnabled = isEnabled
        return cache.observe(entry, observer, onChange)
      },
      [cache, entry, observer, isEnabled],
    ),
    present,
    present,
  )
  const refetch = useCallback(async () => {
    await cache.read(entry, observer.query, { isAnew: true }).catch(() => undefined)
    return { data: entry.state.data }
  }, [cache, entry, observer])

  const isObserved = entry.observers.has(observer) && observer.isEnabled === isEnabled
  const isAboutToFetch = isEnabled && !isObserved && isStale(entry, query)
  return {
    ...shownValue(state, isAboutToFetch, placeholderData && (() => placeholderData(shown.data))),
    isFetching: entry.isFetching || isAboutToFetch,
    refetch,
  }
}

function newPart<Data>(query: Query<Data>, showsFetching: boolean) {
  const observer: Observer<Data> = { query, isEnabled: true, showsFetching }
  const shown: { data: Data | undefined } = { data: undefined }
  return { observer, shown }
}

function shownValue<Data>(
  { data, error }: QueryState<Data>,
  isAboutToFetch: boolean,
  placeholder: (() => Data | undefined) | undefined,
): ShownValue<Data> {
  const none = { isPending: false, isSuccess: false, isError: false, isPlaceholderData: false } as const
  if (error !== undefined && data !== undefined) return { ...none, data, error, isError: true }
  if (error !== undefined && !isAboutToFetch) return { ...none, data: undefined, error, isError: true }
  const shown = data === undefined ? placeholder?.() : data
  if (shown === undefined) return { ...none, data: undefined, error: undefined, isPending: true }
  return { ...none, data: shown, error: undefined, isSuccess: true, isPlaceholderData: data === undefined }
}
