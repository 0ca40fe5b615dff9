/**
 * Keeps what was made from certain parts for as long as it is asked for with the same parts. Many who ask at once share
 * one making; a failure is told to who asked and not kept.
 */
export type MadeMemory<Made> = {
  get(key: string, parts: readonly unknown[], make: () => Promise<Made>): Promise<Made>
}

/** Beyond `capacity` entries the longest kept ones are dropped. */
export function madeMemory<Made>({ capacity }: { readonly capacity: number }): MadeMemory<Made> {
  const entries = new Map<string, { readonly parts: readonly unknown[]; readonly made: Promise<Made> }>()
  return {
    get: (key, parts, make) => {
      const known = entries.get(key)
      if (known && isSame(known.parts, parts)) return known.made
      const made = make()
      entries.delete(key)
      entries.set(key, { parts, made })
      made.catch(() => entries.get(key)?.made === made && entries.delete(key))
      if (entries.size > capacity) entries.delete(entries.keys().next().value ?? key)
      return made
    },
  }
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((part, index) => part === others[index])
}
