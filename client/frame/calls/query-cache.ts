/** Names what is read, from the general to the special: `['event', shortName]`. `Data` is the type of the value. */
export type QueryKey<Data = unknown> = readonly unknown[] & { readonly holds?: Data }

export type Query<Data> = {
  readonly queryKey: QueryKey<Data>
  /** Reads the value, which is JSON. Taking the signal permits to cancel it when the last part that shows it has gone. */
  readonly queryFn?: (reading: { readonly signal: AbortSignal }) => Promise<Data>
  /** Milliseconds for which a value counts as fresh; 0 unless said. */
  readonly staleTime?: number
  /** Milliseconds for which a value is kept that no part of the page shows; five minutes unless said. */
  readonly gcTime?: number
  /** So often it is tried again, whatever the failure; unless said, as the cache is set. */
  readonly retry?: number | false
  /** Reads again when the visitor comes back to the page, if the value is not fresh. */
  readonly refetchOnWindowFocus?: boolean
  /** Reads again after so many milliseconds, while the page is in sight. */
  readonly refetchInterval?: number
}

/** What is known under a key; another object whenever it has changed. */
export type QueryState<Data> = {
  readonly data: Data | undefined
  /** Of the last reading; undefined where it succeeded. */
  readonly error: unknown
}

/** A part of a page that shows a query. */
export type Observer<Data> = {
  query: Query<Data>
  /** False: it shows what is there, and causes no reading. */
  isEnabled: boolean
  /** It shows whether the query is being read: a change of that alone draws it anew. */
  readonly showsFetching: boolean
}

export type Entry<Data> = {
  readonly key: QueryKey<Data>
  readonly observers: Map<Observer<Data>, () => void>
  state: QueryState<Data>
  isFetching: boolean
  updatedAt: number
  isOutdated: boolean
  query: Query<Data> | undefined
  reading: Reading<Data> | undefined
  removal: ReturnType<typeof setTimeout> | undefined
}

type Reading<Data> = {
  readonly answer: Promise<Data>
  readonly controller: AbortController
  readonly isCancellable: () => boolean
}

/** Whether the visitor sees the page and has a connection; `watch` calls back when one of them comes back. */
export type Presence = {
  isInSight(): boolean
  isOnline(): boolean
  watch(onReturn: (what: 'sight' | 'connection') => void): () => void
}

type Settings = {
  /** Is another try likely to help, after so many failures before this one? */
  readonly isWorthRetrying: (failures: number, error: unknown) => boolean
  readonly presence: Presence
}

const KEPT_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 30_000

/**
 * What the pages have read of the server, each value under a key, shared by all parts of a page that show it
 * (decision 76).
 */
export class QueryCache {
  // Declared: browsers of the list have no class fields, and the helpers for them weigh 600 bytes.
  declare private readonly entries: Map<string, Entry<unknown>>
  declare private readonly watchers: Set<() => void>
  declare private readonly settings: Settings

  constructor(settings: Settings) {
    this.entries = new Map()
    this.watchers = new Set()
    this.settings = settings
  }

  /** What is known under a key, and empty where nothing is. */
  entry<Data>(key: QueryKey<Data>): Entry<Data> {
    const hash = hashOf(key)
    const entry = this.entries.get(hash) ?? emptyEntry(key)
    this.entries.set(hash, entry)
    if (!isOf(entry, key)) throw new Error(`two queries have the key ${hash}`)
    return entry
  }

  getQueryData<Data>(key: QueryKey<Data>): Data | undefined {
    return this.entry(key).state.data
  }

  /** Undefined changes nothing. `updatedAt`: since when the value is known, in milliseconds of the browser's clock. */
  setQueryData<Data>(
    key: QueryKey<Data>,
    value: Data | undefined | ((before: Data | undefined) => Data | undefined),
    updatedAt?: number,
  ): void {
    const entry = this.entry(key)
    const data = value instanceof Function ? value(entry.state.data) : value
    if (data !== undefined) this.store(entry, data, updatedAt)
  }

  /** The value, read unless a fresh one is there; rejects when it can't be read. */
  async fetchQuery<Data>(query: Query<Data>): Promise<Data> {
    const entry = this.entry(query.queryKey)
    const { data } = entry.state
    return data === undefined || isStale(entry, query) ? this.read(entry, query) : data
  }

  /** The value, however old, read when there is none; rejects when it can't be read. */
  async ensureQueryData<Data>(query: Query<Data>): Promise<Data> {
    return this.fetchQuery({ ...query, staleTime: Infinity })
  }

  /** Counts all keys that begin so as old, and reads again what is shown of them. Resolves when that has ended. */
  async invalidateQueries(beginning: QueryKey): Promise<void> {
    const outdated = this.below(beginning)
    for (const entry of outdated) entry.isOutdated = true
    const shown = outdated.filter(({ observers }) => [...observers.keys()].some(({ isEnabled }) => isEnabled))
    await Promise.allSettled(shown.map(entry => this.read(entry, entry.query, { isAnew: true })))
  }

  /** Removes all keys that begin so. */
  removeQueries(beginning: QueryKey): void {
    for (const entry of this.below(beginning)) this.remove(entry)
  }

  /** Calls back when any value has changed; returns how to stop that. */
  watch(listener: () => void): () => void {
    this.watchers.add(listener)
    return () => this.watchers.delete(listener)
  }

  /**
   * Reads a value, or joins a reading that is under way. `isAnew` replaces that reading, where there is a value to show
   * meanwhile.
   */
  read<Data>(entry: Entry<Data>, query: Query<Data> | undefined, { isAnew = false } = {}): Promise<Data> {
    if (entry.reading && !(isAnew && entry.state.data !== undefined)) return entry.reading.answer
    const queryFn = query?.queryFn ?? entry.query?.queryFn
    if (!query || !queryFn) return Promise.reject(new Error('the query has no queryFn'))
    cancel(entry)
    entry.query = { ...query, queryFn }
    const controller = new AbortController()
    let isCancellable = false
    const reading = {
      controller,
      isCancellable: () => isCancellable,
      answer: this.persist(entry, {
        controller,
        retry: query.retry,
        attempt: () =>
          queryFn({
            get signal() {
              isCancellable = true
              return controller.signal
            },
          }),
      }),
    }
    entry.reading = reading
    if (entry.state.data === undefined) this.setState(entry, NOTHING)
    this.setFetching(entry, this.settings.presence.isOnline())
    void this.settle(entry, reading)
    return reading.answer
  }

  private async settle<Data>(entry: Entry<Data>, reading: Reading<Data>): Promise<void> {
    const end = (store: () => void) => {
      // Cancelled, or replaced by another reading.
      if (entry.reading !== reading) return
      entry.reading = undefined
      entry.isFetching = false
      store()
      this.setFetching(entry, false)
      if (entry.observers.size === 0) this.removeLater(entry)
    }
    await reading.answer.then(
      data => end(() => this.store(entry, data)),
      (error: unknown) => end(() => this.setState(entry, { ...entry.state, error })),
    )
  }

  /** Tries until it is done or not worth it; waits while there is no connection, and before a second try while the page is out of sight. */
  private async persist<Data>(entry: Entry<Data>, { attempt, retry, controller }: Persistence<Data>): Promise<Data> {
    const { presence, isWorthRetrying } = this.settings
    for (let failures = 0; ; failures++) {
      const isReady = () => presence.isOnline() && (failures === 0 || presence.isInSight())
      if (!isReady()) {
        this.setFetching(entry, false)
        await returnOf(presence, isReady)
        this.setFetching(entry, entry.reading?.controller === controller)
      }
      try {
        return await attempt()
      } catch (error) {
        const mayRetry = retry === undefined ? isWorthRetrying(failures, error) : failures < Number(retry)
        if (!mayRetry || controller.signal.aborted) throw error
        await pause(Math.min(1000 * 2 ** failures, LONGEST_PAUSE_MS))
      }
    }
  }

  /**
   * Shows a query until the returned function is called: reads it when it is not fresh, and again as the query says.
   * `onChange` is called when another state is there.
   */
  observe<Data>(entry: Entry<Data>, observer: Observer<Data>, onChange: () => void): () => void {
    const { presence } = this.settings
    const { isEnabled, query } = observer
    clearTimeout(entry.removal)
    entry.observers.set(observer, onChange)
    if (query.queryFn) entry.query = query
    const read = () => void this.read(entry, observer.query).catch(ignore)
    const readIfStale = () => {
      if (isEnabled && isStale(entry, observer.query)) read()
    }
    const stopWatching = presence.watch(what => {
      if (what === 'connection' || observer.query.refetchOnWindowFocus) readIfStale()
    })
    const readAgain = () => {
      if (presence.isInSight()) read()
    }
    const timer = isEnabled && query.refetchInterval ? setInterval(readAgain, query.refetchInterval) : undefined
    readIfStale()
    return () => {
      stopWatching()
      clearInterval(timer)
      entry.observers.delete(observer)
      if (entry.observers.size > 0) return
      if (entry.reading?.isCancellable()) cancel(entry)
      this.removeLater(entry)
    }
  }

  private below(beginning: QueryKey): readonly Entry<unknown>[] {
    const hash = hashOf(beginning)
    return [...this.entries.values()].filter(({ key }) => hashOf(key.slice(0, beginning.length)) === hash)
  }

  private store<Data>(entry: Entry<Data>, data: Data, updatedAt = Date.now()): void {
    entry.updatedAt = updatedAt
    entry.isOutdated = false
    // What is the same stays the same object, so that nothing is drawn anew for it.
    const { data: before } = entry.state
    this.setState(entry, { data: isSame(before, data) ? before : data, error: undefined })
  }

  private setState<Data>(entry: Entry<Data>, state: QueryState<Data>): void {
    if (state.data === entry.state.data && state.error === entry.state.error) return
    entry.state = state
    this.notify(entry)
  }

  private setFetching<Data>(entry: Entry<Data>, isFetching: boolean): void {
    entry.isFetching = isFetching
    if (![...entry.observers.keys()].some(({ showsFetching }) => showsFetching)) return
    entry.state = { ...entry.state }
    this.notify(entry)
  }

  private notify<Data>({ observers }: Entry<Data>): void {
    for (const listener of [...observers.values(), ...this.watchers]) listener()
  }

  /** A value that no part shows is kept for a while: coming back shows it at once. */
  private removeLater<Data>(entry: Entry<Data>): void {
    clearTimeout(entry.removal)
    entry.removal = setTimeout(() => {
      if (entry.observers.size === 0 && !entry.reading) this.remove(entry)
    }, entry.query?.gcTime ?? KEPT_MS)
  }

  private remove<Data>(entry: Entry<Data>): void {
    cancel(entry)
    const hash = hashOf(entry.key)
    if (this.entries.get(hash)?.key === entry.key) this.entries.delete(hash)
  }
}

type Persistence<Data> = {
  readonly attempt: () => Promise<Data>
  readonly retry: Query<Data>['retry']
  readonly controller: AbortController
}

/** Has to be read: there is no value, it was outdated, or its time is over. */
export function isStale<Data>({ state, isOutdated, updatedAt }: Entry<Data>, { staleTime = 0 }: Query<Data>): boolean {
  return state.data === undefined || isOutdated || Date.now() >= updatedAt + staleTime
}

/** The value stays as it was before the reading. */
function cancel<Data>(entry: Entry<Data>): void {
  entry.reading?.controller.abort()
  entry.reading = undefined
  entry.isFetching = false
}

const NOTHING = { data: undefined, error: undefined }

const emptyEntry = (key: QueryKey): Entry<unknown> => ({
  key,
  observers: new Map(),
  state: NOTHING,
  isFetching: false,
  updatedAt: 0,
  isOutdated: false,
  query: undefined,
  reading: undefined,
  removal: undefined,
})

/** A key is made by one query, whose type it carries. */
const isOf = <Data>(entry: Entry<unknown>, key: QueryKey<Data>): entry is Entry<Data> => entry.key.length === key.length

/** The same text for the same key, in whatever order the members of its objects come. */
const hashOf = (key: QueryKey): string =>
  JSON.stringify(key, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one !== undefined && JSON.stringify(one) === JSON.stringify(other))

const returnOf = (presence: Presence, isReady: () => boolean): Promise<void> =>
  new Promise(resolve => {
    const stop = presence.watch(() => {
      if (!isReady()) return
      stop()
      resolve()
    })
  })

const pause = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))

const ignore = () => {}
