import { LRUCache } from 'lru-cache'

/**
 * Events and passes as they are sold, kept for as long as nothing of them changes. A version says how often that has happened; it
 * only grows, and belongs to the purchase context (server/foundation/database/migrations/0018-offer-version.sql).
 */
type OfferMemory<Offered> = {
  /** What is known, when it is at least of this version. */
  cached(id: number, version: bigint): Offered | undefined
  /** What is offered, of this version or a newer one, loaded where it is not known; undefined when there is none. Rejects for a version that it never had. */
  atLeast(id: number, version: bigint): Promise<Offered | undefined>
}

type CachedOffer<Offered> = { readonly version: bigint; readonly offer: Offered | undefined }

/**
 * `readVersion` is asked before `load`, so that what is loaded is never older than the version it is kept under. Many
 * who ask at once share one load. The longest unused beyond `capacity` are dropped.
 */
export function offerMemory<Offered>(options: {
  readonly capacity: number
  /** Undefined for an unknown one. */
  readonly readVersion: (id: number) => Promise<bigint | undefined>
  readonly load: (id: number) => Promise<Offered | undefined>
}): OfferMemory<Offered> {
  const kept = new LRUCache<number, CachedOffer<Offered>>({ max: options.capacity })
  const loading = new Map<number, Promise<CachedOffer<Offered>>>()

  async function load(id: number): Promise<CachedOffer<Offered>> {
    const version = await options.readVersion(id)
    if (version === undefined) return { version: 0n, offer: undefined }
    const found = { version, offer: await options.load(id) }
    kept.set(id, found)
    return found
  }

  function loadOnce(id: number): Promise<CachedOffer<Offered>> {
    const under = loading.get(id)
    if (under) return under
    const found = load(id).finally(() => loading.delete(id))
    loading.set(id, found)
    return found
  }

  const cached = (id: number, version: bigint): Offered | undefined => {
    const found = kept.get(id)
    return found && found.version >= version ? found.offer : undefined
  }

  return {
    cached,
    atLeast: async (id, version) => {
      // A load that was under way may have begun before the change; the next one begins after it.
      for (let loads = 0; loads < 2; loads += 1) {
        const offer = cached(id, version)
        if (offer) return offer
        const found = await loadOnce(id)
        if (!found.offer || found.version >= version) return found.offer
      }
      throw new Error(`purchase context ${id} was never of version ${version}`)
    },
  }
}

/**
 * How often what is offered by a purchase context has changed, as an expression of SQL. Every change counts, its own and
 * those of what contexts share, so that the sum grows with each (server/foundation/database/migrations/0018-offer-version.sql). `contextId`
 * names the column with its table: `offer_version` has an `id` of its own.
 */
export function offerVersion(contextId: string): string {
  return `(select sum(version)::bigint from offer_version where offer_version.id in (0, ${contextId}))`
}
