/** Keeps texts and other values by name, up to so many bytes in all: those that were not asked for the longest go first. */
export type BoundedMemory<Value> = {
  get(key: string): Value | undefined
  /** A value that is larger than the whole memory is not kept. */
  set(key: string, value: Value): void
  delete(key: string): void
}

/** `weigh` answers bytes; the key itself is added to them. */
export function boundedMemory<Value>({
  maxBytes,
  weigh,
}: {
  readonly maxBytes: number
  readonly weigh: (value: Value) => number
}): BoundedMemory<Value> {
  const entries = new Map<string, { readonly value: Value; readonly bytes: number }>()
  let total = 0

  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get: key => {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set: (key, value) => {
      remove(key)
      const bytes = weigh(value) + bytesOf(key)
      if (bytes > maxBytes) return
      entries.set(key, { value, bytes })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) return
        remove(oldest)
      }
    },
    delete: remove,
  }
}

/** A character takes two bytes at most. */
export const bytesOf = (text: string): number => text.length * 2
