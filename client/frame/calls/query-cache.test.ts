import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Observer, type Presence, type Query, QueryCache } from './query-cache.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

/** A visitor who goes away and comes back, online or not. */
function aVisitor() {
  const listeners = new Set<(what: 'sight' | 'connection') => void>()
  const now = { isInSight: true, isOnline: true }
  const presence: Presence = {
    isInSight: () => now.isInSight,
    isOnline: () => now.isOnline,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const returns = (what: 'sight' | 'connection') => {
    now[what === 'sight' ? 'isInSight' : 'isOnline'] = true
    for (const listener of listeners) listener(what)
  }
  return { presence, now, returns, listeners }
}

/** A query whose answers the test gives one after the other. */
function aQuery(options: Partial<Query<unknown>> = {}) {
  const readings: { resolve(value: unknown): void; reject(error: unknown): void; signal: AbortSignal }[] = []
  const query: Query<unknown> = {
    queryKey: ['event', 'a'],
    queryFn: ({ signal }) => new Promise((resolve, reject) => readings.push({ resolve, reject, signal })),
    ...options,
  }
  return { query, readings }
}

function aShop({ isWorthRetrying }: { isWorthRetrying?: (failures: number) => boolean } = {}) {
  const visitor = aVisitor()
  const cache = new QueryCache({ presence: visitor.presence, isWorthRetrying: isWorthRetrying ?? (() => false) })
  const show = (query: Query<unknown>, part: Partial<Observer<unknown>> = {}) => {
    const observer = { query, isEnabled: true, showsFetching: false, ...part }
    const entry = cache.entry(query.queryKey)
    const changes = vi.fn<() => void>()
    return { entry, changes, leave: cache.observe(entry, observer, changes) }
  }
  return { cache, show, ...visitor }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

describe('a part of a page', () => {
  test('reads what is not known, once for all parts that show it', async () => {
    const { show } = aShop()
    const { query, readings } = aQuery()
    const [one, other] = [show(query), show(query)]
    expect(one.entry).toMatchObject({ isFetching: true, state: { data: undefined } })
    readings[0]?.resolve({ seats: 7 })
    await settled()
    expect(readings).toHaveLength(1)
    expect(one.entry).toMatchObject({ isFetching: false, state: { data: { seats: 7 }, error: undefined } })
    expect(one.changes).toHaveBeenCalledTimes(1)
    expect(other.changes).toHaveBeenCalledTimes(1)
  })

  test('is drawn for the beginning of a reading only where it shows readings', async () => {
    const { show } = aShop()
    const { query } = aQuery()
    const plain = show(query)
    expect(plain.changes).not.toHaveBeenCalled()
    plain.leave()
    await settled()
    expect(show(query, { showsFetching: true }).changes).toHaveBeenCalledTimes(1)
  })

  test('reads nothing while it is not enabled, and shows what is there', () => {
    const { cache, show } = aShop()
    const { query, readings } = aQuery()
    cache.setQueryData(query.queryKey, 1)
    expect(show(query, { isEnabled: false }).entry.state.data).toBe(1)
    expect(readings).toHaveLength(0)
  })

  test.each([
    [0, 0, 1],
    [60_000, 59_999, 0],
    [60_000, 60_000, 1],
    [Infinity, 1e12, 0],
  ])('of a query that is fresh for %d ms reads a value of %d ms %d times', (staleTime, age, times) => {
    const { cache, show } = aShop()
    const { query, readings } = aQuery({ staleTime })
    cache.setQueryData(query.queryKey, 1)
    vi.advanceTimersByTime(age)
    show(query)
    expect(readings).toHaveLength(times)
  })

  test('that leaves cancels a reading that took the signal, and the value stays', async () => {
    const { cache, show } = aShop()
    const { query, readings } = aQuery()
    cache.setQueryData(query.queryKey, 1)
    const { entry, leave } = show(query)
    leave()
    expect(readings[0]?.signal.aborted).toBe(true)
    readings[0]?.reject(new Error('aborted'))
    await settled()
    expect(entry).toMatchObject({ isFetching: false, state: { data: 1, error: undefined } })
  })

  test('that leaves lets a reading end that did not take the signal', async () => {
    const { show } = aShop()
    const { entry, leave } = show({ queryKey: ['texts'], queryFn: () => Promise.resolve('a') })
    leave()
    await settled()
    expect(entry.state.data).toBe('a')
  })
})

describe('a value', () => {
  test('that is read again and is the same stays the same object, and nothing is drawn', async () => {
    const { cache, show } = aShop()
    const { query, readings } = aQuery()
    const value = { seats: 7 }
    cache.setQueryData(query.queryKey, value)
    const { entry, changes } = show(query)
    readings[0]?.resolve({ seats: 7 })
    await settled()
    expect(entry.state.data).toBe(value)
    expect(changes).not.toHaveBeenCalled()
  })

  test('is found by a key whose members come in another order', () => {
    const { cache } = aShop()
    cache.setQueryData(['events', { tags: ['a'], month: '2027-05', search: undefined }], 1)
    expect(cache.getQueryData(['events', { month: '2027-05', tags: ['a'] }])).toBe(1)
    expect(cache.getQueryData(['events', { month: '2027-06', tags: ['a'] }])).toBeUndefined()
  })

  test('is changed by a function of it; undefined changes nothing', () => {
    const { cache } = aShop()
    const key = ['held']
    const more = (before: number | undefined) => (before === undefined ? undefined : before + 1)
    cache.setQueryData<number>(key, more)
    expect(cache.getQueryData(key)).toBeUndefined()
    cache.setQueryData(key, 1)
    cache.setQueryData<number>(key, more)
    expect(cache.getQueryData(key)).toBe(2)
  })

  test.each([
    [undefined, 5 * 60_000],
    [0, 0],
  ])('that no part shows is kept so long (gcTime %d)', async (gcTime, kept) => {
    const { cache, show } = aShop()
    const { query } = aQuery({ staleTime: Infinity, ...(gcTime === undefined ? {} : { gcTime }) })
    cache.setQueryData(query.queryKey, 1)
    show(query).leave()
    if (kept > 0) await vi.advanceTimersByTimeAsync(kept - 1)
    // Shown again in the meantime, it begins anew.
    show(query).leave()
    expect(cache.getQueryData(query.queryKey)).toBe(1)
    await vi.advanceTimersByTimeAsync(kept)
    expect(cache.getQueryData(query.queryKey)).toBeUndefined()
  })

  test('that changes is reported to what watches the cache', () => {
    const { cache } = aShop()
    const watcher = vi.fn<() => void>()
    const stop = cache.watch(watcher)
    cache.setQueryData(['a'], 1)
    stop()
    cache.setQueryData(['a'], 2)
    expect(watcher).toHaveBeenCalledTimes(1)
  })
})

describe('a reading that fails', () => {
  test('leaves the value and an error, until one succeeds', async () => {
    const { cache, show } = aShop()
    const { query, readings } = aQuery()
    cache.setQueryData(query.queryKey, 1)
    const { entry } = show(query)
    const failure = new Error('503')
    readings[0]?.reject(failure)
    await settled()
    expect(entry.state).toEqual({ data: 1, error: failure })
    void cache.read(entry, query)
    readings[1]?.resolve(2)
    await settled()
    expect(entry.state).toEqual({ data: 2, error: undefined })
  })

  test('is done again after 1, 2, 4 seconds where it is worth it, and without a value shows no error before', async () => {
    const { show } = aShop({ isWorthRetrying: failures => failures < 2 })
    const { query, readings } = aQuery()
    const { entry } = show(query)
    for (const pause of [1000, 2000]) {
      readings.at(-1)?.reject(new Error('503'))
      await vi.advanceTimersByTimeAsync(pause - 1)
      const before = readings.length
      await vi.advanceTimersByTimeAsync(1)
      expect(readings.length).toBe(before + 1)
      expect(entry.state).toEqual({ data: undefined, error: undefined })
    }
    readings.at(-1)?.reject(new Error('the last'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings).toHaveLength(3)
    expect(entry.state.error).toEqual(new Error('the last'))
  })

  test('is done again so often as the query says', async () => {
    const { show } = aShop()
    const { query, readings } = aQuery({ retry: 2 })
    show(query)
    for (let failures = 0; failures < 3; failures++) {
      readings.at(-1)?.reject(new Error('503'))
      await vi.advanceTimersByTimeAsync(30_000)
    }
    expect(readings).toHaveLength(3)
  })

  test('is not done again where the query forbids it', async () => {
    const { show } = aShop({ isWorthRetrying: () => true })
    const { query, readings } = aQuery({ retry: false })
    show(query)
    readings[0]?.reject(new Error('503'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings).toHaveLength(1)
  })

  test('is done again only when the visitor is back', async () => {
    const { show, now, returns, listeners } = aShop({ isWorthRetrying: () => true })
    const { query, readings } = aQuery()
    show(query)
    now.isInSight = false
    readings[0]?.reject(new Error('503'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings).toHaveLength(1)
    returns('sight')
    await settled()
    expect(readings).toHaveLength(2)
    expect(listeners.size).toBe(1)
  })

  test('without a connection waits for one', async () => {
    const { show, now, returns } = aShop()
    now.isOnline = false
    const { query, readings } = aQuery()
    const { entry } = show(query, { showsFetching: true })
    expect(entry.isFetching).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings).toHaveLength(0)
    returns('connection')
    await settled()
    expect(readings).toHaveLength(1)
    expect(entry.isFetching).toBe(true)
  })
})

describe('a query is read again', () => {
  test.each([
    ['sight', true, 1],
    ['sight', false, 0],
    ['connection', false, 1],
  ] as const)('when the visitor has %s again (refetchOnWindowFocus %s: %d times)', async (what, reads, times) => {
    const { cache, show, returns } = aShop()
    const { query, readings } = aQuery({ staleTime: 5000, refetchOnWindowFocus: reads })
    cache.setQueryData(query.queryKey, 1)
    const { leave } = show(query)
    returns(what)
    expect(readings).toHaveLength(0)
    vi.advanceTimersByTime(5000)
    returns(what)
    expect(readings).toHaveLength(times)
    leave()
    returns(what)
    expect(readings).toHaveLength(times)
  })

  test('after its interval while the page is in sight, until no part shows it', async () => {
    const { cache, show, now } = aShop()
    const { query, readings } = aQuery({ staleTime: Infinity, refetchInterval: 30_000 })
    cache.setQueryData(query.queryKey, 1)
    const { leave } = show(query)
    await vi.advanceTimersByTimeAsync(30_000)
    readings[0]?.resolve(2)
    now.isInSight = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings).toHaveLength(1)
    now.isInSight = true
    await vi.advanceTimersByTimeAsync(30_000)
    expect(readings).toHaveLength(2)
    leave()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings).toHaveLength(2)
  })

  test('when its key counts as old: at once where it is shown, else when it is shown next', async () => {
    const { cache, show } = aShop()
    const { query, readings } = aQuery({ staleTime: Infinity })
    const other = aQuery({ queryKey: ['event', 'b'], staleTime: Infinity })
    const apart = aQuery({ queryKey: ['pass', 'a'], staleTime: Infinity })
    for (const { queryKey } of [query, other.query, apart.query]) cache.setQueryData(queryKey, 1)
    show(query)
    show(apart.query)
    const ended = vi.fn<() => void>()
    void cache.invalidateQueries(['event']).then(ended)
    await settled()
    expect([readings.length, other.readings.length, apart.readings.length]).toEqual([1, 0, 0])
    expect(ended).not.toHaveBeenCalled()
    readings[0]?.resolve(2)
    await settled()
    expect(ended).toHaveBeenCalled()
    show(other.query)
    expect(other.readings).toHaveLength(1)
  })

  test('anew, in place of a reading under way, where there is a value: the answer to the first is not taken', async () => {
    const { cache, show } = aShop()
    const { query, readings } = aQuery()
    cache.setQueryData(query.queryKey, 1)
    const { entry } = show(query)
    const second = cache.read(entry, query, { isAnew: true })
    readings[1]?.resolve('second')
    readings[0]?.resolve('first')
    expect(await second).toBe('second')
    expect(entry.state.data).toBe('second')
    expect(readings[0]?.signal.aborted).toBe(true)
  })
})

test('a fresh value is fetched from the cache, an old one read, and any is there for what needs just one', async () => {
  const { cache } = aShop()
  const { query, readings } = aQuery({ staleTime: 1000 })
  cache.setQueryData(query.queryKey, 1)
  expect(await cache.fetchQuery(query)).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(await cache.ensureQueryData(query)).toBe(1)
  const fetched = cache.fetchQuery(query)
  readings[0]?.resolve(2)
  expect(await fetched).toBe(2)
  expect(readings).toHaveLength(1)
})

test('what is removed is not there, and a late answer does not bring it back', async () => {
  const { cache, show } = aShop()
  const { query, readings } = aQuery()
  show(query)
  cache.removeQueries(['event'])
  readings[0]?.resolve(1)
  await settled()
  expect(cache.getQueryData(query.queryKey)).toBeUndefined()
})
