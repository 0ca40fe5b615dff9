import type { Pool, PoolClient } from 'pg'
import { isOfReadOnly } from './try-again.ts'

/**
 * When another server takes over, connections to the former one may stay open and read what is no longer true. The first that
 * may not write shows that all of its age have to be opened anew.
 */
const ages = new WeakMap<Pool, number>()
const openedAt = new WeakMap<PoolClient, number>()

const ageOf = (pool: Pool): number => ages.get(pool) ?? 0

/** Keeps since when the pool has this connection. */
export function noteOpened(pool: Pool, client: PoolClient): void {
  openedAt.set(client, ageOf(pool))
}

/** Does the connection come from before the pool had to be renewed? */
export function isOutdated(pool: Pool, client: PoolClient): boolean {
  return (openedAt.get(client) ?? 0) < ageOf(pool)
}

/** After a failure of this connection: renews the pool where the server turned out to be one that only reads. */
export function renewIfReadOnly(pool: Pool, client: PoolClient, error: unknown): void {
  if (isOfReadOnly(error) && !isOutdated(pool, client)) ages.set(pool, ageOf(pool) + 1)
}
