import { LRUCache } from 'lru-cache'
import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import { minutes } from '#domain/foundation/instant.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Due } from '#server/providers/port/terms.ts'

/** What is asked for: a list is good for this sum, and for invoices of this country. */
export type ListedFor = {
  readonly proxy: PaymentProxy
  readonly contextId: PurchaseContextId
  readonly due: Due
  readonly country: string | null
}

/** What providers themselves would offer for a sum, by their names, as they have said in the last five minutes. */
export type MethodLists = {
  /** Null when it has not been asked, or could not be found out. */
  cached(query: ListedFor): readonly string[] | null
  /** Asks where it is not known, once however many want to know. Never rejects. */
  ask(query: ListedFor, list: () => Promise<readonly string[]>): Promise<void>
}

const CACHED_MS = minutes(5)
/** A provider that is down is not asked by every visitor. */
const UNKNOWN_FOR_MS = 30_000
const CAPACITY = 1000

export function methodLists(): MethodLists {
  const kept = new LRUCache<string, { readonly list: readonly string[] | null }>({ max: CAPACITY })
  const asking = new Map<string, Promise<void>>()

  async function load(key: string, list: () => Promise<readonly string[]>): Promise<void> {
    const found = await list().catch(() => null)
    kept.set(key, { list: found }, { ttl: found === null ? UNKNOWN_FOR_MS : CACHED_MS })
  }
  return {
    cached: query => kept.get(keyOf(query))?.list ?? null,
    async ask(query, list) {
      const key = keyOf(query)
      if (kept.has(key)) return
      const under = asking.get(key) ?? load(key, list).finally(() => asking.delete(key))
      asking.set(key, under)
      await under
    },
  }
}

const keyOf = ({ proxy, contextId, due, country }: ListedFor): string =>
  `${proxy} ${contextId} ${due.amount} ${due.currency} ${country ?? ''}`
