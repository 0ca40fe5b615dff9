/**
 * Keeps what was made from certain parts for as long as it is asked for with the same parts. Many who ask at once share
 * one making; a failure is told to who asked and not kept.
 */
export type MadeMemory<Made> = {
  get(key: string, parts: readonly unknown[], make: () => Promise<Made>): Promise<Made>
}

type Options<Made> = {
  /** Beyond so many entries the longest kept ones are dropped. */
  readonly capacity: number
  /** The same beyond so many bytes in all; a single one that is larger is not kept. */
  readonly maxBytes?: number
  readonly weigh?: (made: Made) => number
  /** Is it worth keeping? Everything is, unless this says otherwise. */
  readonly isKept?: (made: Made) => boolean
}

type Entry<Made> = { readonly parts: readonly unknown[]; readonly made: Promise<Made>; bytes: number }

export function madeMemory<Made>({
  capacity,
  maxBytes = Number.POSITIVE_INFINITY,
  weigh = () => 0,
  isKept = () => true,
}: Options<Made>): MadeMemory<Made> {
  const entries = new Map<string, Entry<Made>>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function keepOnceMade(key: string, entry: Entry<Made>, made: Made): void {
    if (entries.get(key) !== entry) return
    if (!isKept(made)) return remove(key)
    entry.bytes = weigh(made) + key.length * 2
    bytes += entry.bytes
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return
      remove(oldest)
    }
  }

  return {
    get: (key, parts, make) => {
      const known = entries.get(key)
      if (known && isSame(known.parts, parts)) return known.made
      const made = make()
      const entry = { parts, made, bytes: 0 }
      remove(key)
      entries.set(key, entry)
      if (entries.size > capacity) remove(entries.keys().next().value ?? key)
      made.then(
        value => keepOnceMade(key, entry, value),
        () => entries.get(key) === entry && remove(key),
      )
      return made
    },
  }
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((part, index) => part === others[index])
}
