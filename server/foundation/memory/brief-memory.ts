import { LRUCache } from 'lru-cache'

/**
 * Remembers answers that are costly to make, for so long and no longer. `drop` makes the next question ask anew, so a
 * process always sees what it has written itself; others see it when the time is over.
 */
export type BriefMemory<Key, Value> = {
  get(key: Key): Promise<Value>
  drop(key: Key): void
}

type Entry<Value> = {
  /** Counts how often the answer was made void. */
  generation: number
  cached?: { readonly value: Value; readonly at: number; readonly generation: number }
  loading?: { readonly value: Promise<Value>; readonly generation: number }
}

/**
 * Many who ask at once share one `load`; who asks after a `drop` waits for the load under way and then shares the next
 * one, so that a busy key is loaded one at a time. Failures go to the callers that asked and are not remembered.
 */
export function briefMemory<Key extends {}, Value>(options: {
  readonly milliseconds: number
  /** The longest unused entries beyond this number are dropped. */
  readonly capacity: number
  readonly load: (key: Key) => Promise<Value>
  /** For how long after its load a value may be returned although `drop` made it void, in ms; default none. */
  readonly toleratedFor?: (value: Value) => number
}): BriefMemory<Key, Value> {
  const entries = new LRUCache<Key, Entry<Value>>({ max: options.capacity })

  function entryOf(key: Key): Entry<Value> {
    const cached = entries.get(key)
    if (cached) return cached
    const entry = { generation: 0 }
    entries.set(key, entry)
    return entry
  }

  function lifeOf({ value, generation }: NonNullable<Entry<Value>['cached']>, entry: Entry<Value>): number {
    if (generation === entry.generation) return options.milliseconds
    return Math.min(options.milliseconds, options.toleratedFor?.(value) ?? 0)
  }

  async function load(key: Key, entry: Entry<Value>): Promise<Value> {
    while (entry.loading && entry.loading.generation !== entry.generation)
      await entry.loading.value.catch(() => undefined)
    if (entry.loading) return entry.loading.value
    const generation = entry.generation
    const at = performance.now()
    const value = options.load(key)
    entry.loading = { value, generation }
    try {
      entry.cached = { value: await value, at, generation }
      return entry.cached.value
    } finally {
      delete entry.loading
    }
  }

  return {
    get: key => {
      const entry = entryOf(key)
      const { cached } = entry
      return cached && performance.now() - cached.at < lifeOf(cached, entry)
        ? Promise.resolve(cached.value)
        : load(key, entry)
    },
    drop: key => {
      const entry = entries.peek(key)
      if (entry) entry.generation += 1
    },
  }
}

/** How many keys are remembered. */
const REMEMBERED = 1_000

/** Does what it is given at most once in so many milliseconds per key: for what would be reported again and again. */
export function onceInAWhile<Key extends {}>(milliseconds: number): (key: Key, act: () => void) => void {
  const last = new LRUCache<Key, number>({ max: REMEMBERED })
  return (key, act) => {
    const now = performance.now()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < milliseconds) return
    last.set(key, now)
    act()
  }
}
