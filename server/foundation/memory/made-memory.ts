import { LRUCache } from 'lru-cache'

/**
 * Keeps what was made from certain parts for as long as it is asked for with the same parts. Many who ask at once share
 * one making; a failure goes to the callers that asked and is not kept.
 */
export type MadeMemory<Made> = {
  get(key: string, parts: readonly unknown[], make: () => Promise<Made>): Promise<Made>
  /** The same for what is made at once. */
  getAtOnce(key: string, parts: readonly unknown[], make: () => Made): Made
  /** What is made already of these parts; undefined where nothing is. */
  cached(key: string, parts: readonly unknown[]): Made | undefined
}

/** One of the two bounds is given, or both. Beyond it what was not asked for the longest goes first. */
type Options<Made> = {
  /** So many entries. */
  readonly capacity?: number
  /** So many bytes in all, those of the keys included; a single one that is larger is not kept. */
  readonly maxBytes?: number
  readonly weigh?: (made: Made) => number
  /** Is it worth keeping? Everything is, unless this says otherwise. */
  readonly isKept?: (made: Made) => boolean
}

type Kept<Made> = { readonly parts: readonly unknown[]; readonly made: Made }

export function madeMemory<Made>({
  capacity = 0,
  maxBytes,
  weigh = () => 0,
  isKept = () => true,
}: Options<Made>): MadeMemory<Made> {
  const sizeOf = ({ made }: Kept<Made>, key: string): number => Math.max(1, weigh(made) + bytesOf(key))
  const kept = new LRUCache<string, Kept<Made>>({
    max: capacity,
    ...(maxBytes !== undefined && { maxSize: maxBytes, sizeCalculation: sizeOf }),
  })
  const underWay = new Map<string, Kept<Promise<Made>>>()

  function find(key: string, parts: readonly unknown[]): Kept<Made> | undefined {
    const found = kept.get(key)
    return found && isSame(found.parts, parts) ? found : undefined
  }

  async function keep(key: string, making: Kept<Promise<Made>>): Promise<void> {
    try {
      const made = await making.made
      // Another one may have been begun meanwhile, of other parts.
      if (underWay.get(key) === making && isKept(made)) kept.set(key, { parts: making.parts, made })
    } catch {
      // The callers that asked receive the failure.
    } finally {
      if (underWay.get(key) === making) underWay.delete(key)
    }
  }

  return {
    get: async (key, parts, make) => {
      const found = find(key, parts)
      if (found) return found.made
      const shared = underWay.get(key)
      if (shared && isSame(shared.parts, parts)) return shared.made
      const making = { parts, made: make() }
      underWay.set(key, making)
      void keep(key, making)
      return making.made
    },
    getAtOnce: (key, parts, make) => {
      const found = find(key, parts)
      if (found) return found.made
      const made = make()
      if (isKept(made)) kept.set(key, { parts, made })
      return made
    },
    cached: (key, parts) => find(key, parts)?.made,
  }
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((part, index) => part === others[index])
}

/** A character takes two bytes at most. */
export const bytesOf = (text: string): number => text.length * 2
