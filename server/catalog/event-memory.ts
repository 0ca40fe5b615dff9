import { LRUCache } from 'lru-cache'

/**
 * Events as they are sold, kept for as long as nothing of them changes. A version says how often that has happened; it
 * only grows, and belongs to the event (server/database/migrations/0018-offer-version.sql).
 */
export type EventMemory<OfferedEvent> = {
  /** What is known, when it is at least of this version. */
  known(id: number, version: bigint): OfferedEvent | undefined
  /** The event of this version or a newer one, loaded where it is not known; undefined when there is none. Rejects for a version that it never had. */
  atLeast(id: number, version: bigint): Promise<OfferedEvent | undefined>
}

type Known<OfferedEvent> = { readonly version: bigint; readonly offer: OfferedEvent | undefined }

/**
 * `readVersion` is asked before `load`, so that what is loaded is never older than the version it is kept under. Many
 * who ask at once share one load. The longest unused events beyond `capacity` are dropped.
 */
export function eventMemory<OfferedEvent>(options: {
  readonly capacity: number
  /** Undefined for an unknown event. */
  readonly readVersion: (id: number) => Promise<bigint | undefined>
  readonly load: (id: number) => Promise<OfferedEvent | undefined>
}): EventMemory<OfferedEvent> {
  const kept = new LRUCache<number, Known<OfferedEvent>>({ max: options.capacity })
  const loading = new Map<number, Promise<Known<OfferedEvent>>>()

  async function load(id: number): Promise<Known<OfferedEvent>> {
    const version = await options.readVersion(id)
    if (version === undefined) return { version: 0n, offer: undefined }
    const found = { version, offer: await options.load(id) }
    kept.set(id, found)
    return found
  }

  function loadOnce(id: number): Promise<Known<OfferedEvent>> {
    const under = loading.get(id)
    if (under) return under
    const found = load(id).finally(() => loading.delete(id))
    loading.set(id, found)
    return found
  }

  const known = (id: number, version: bigint): OfferedEvent | undefined => {
    const found = kept.get(id)
    return found && found.version >= version ? found.offer : undefined
  }

  return {
    known,
    atLeast: async (id, version) => {
      // A load that was under way may have begun before the change; the next one begins after it.
      for (let loads = 0; loads < 2; loads += 1) {
        const offer = known(id, version)
        if (offer) return offer
        const found = await loadOnce(id)
        if (!found.offer || found.version >= version) return found.offer
      }
      throw new Error(`event ${id} was never of version ${version}`)
    },
  }
}
