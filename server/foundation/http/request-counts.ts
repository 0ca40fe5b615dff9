import { createHash } from 'node:crypto'
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { type Database, statement } from '#server/foundation/database/database.ts'

/**
 * What a process may still let pass of a count that all processes share. It takes a tenth of the limit at a time, so that
 * most requests cost no round trip; what it does not use of that is lost to the others until the minute is over.
 */
type Lease = { left: number; readonly taken: number; readonly until: number; readonly isLast: boolean }
type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void
type Taken = { readonly taken: number; readonly ttl: number }

/** How many leases are remembered; beyond that the longest known is dropped, and taken anew. */
const REMEMBERED = 20_000

const SHARES = 10

/** Counts by key over all processes on one database. One count for all routes of a kind: the key names the kind. */
export class RequestCounts implements FastifyRateLimitStore {
  readonly #db: Database
  readonly #leases = new Map<string, Lease>()
  readonly #fetching = new Map<string, Promise<void>>()

  constructor(db: Database) {
    this.#db = db
  }

  incr(key: string, counted: Counted, timeWindow: number, max: number): void {
    this.#count(key, timeWindow, max).then(
      result => counted(null, result),
      (error: unknown) => counted(error instanceof Error ? error : new Error(String(error))),
    )
  }

  child(): FastifyRateLimitStore {
    return this
  }

  async #count(key: string, timeWindow: number, max: number): Promise<{ current: number; ttl: number }> {
    for (;;) {
      const lease = this.#leases.get(key)
      const ttl = (lease?.until ?? 0) - performance.now()
      if (lease && ttl > 0 && lease.left > 0) {
        lease.left -= 1
        return { current: lease.taken - lease.left, ttl }
      }
      if (lease && ttl > 0 && lease.isLast) return { current: max + 1, ttl }
      await this.#fetchOnce(key, timeWindow, max)
    }
  }

  /** Many who wait for the same count share one round trip. */
  #fetchOnce(key: string, timeWindow: number, max: number): Promise<void> {
    const fetching =
      this.#fetching.get(key) ?? this.#fetch(key, timeWindow, max).finally(() => this.#fetching.delete(key))
    this.#fetching.set(key, fetching)
    return fetching
  }

  async #fetch(key: string, timeWindow: number, max: number): Promise<void> {
    const share = Math.max(1, Math.floor(max / SHARES))
    const startedAt = performance.now()
    const [row] = await this.#db.query(TAKE, [nameOf(key), share, timeWindow / 1000])
    if (!row) throw new Error('a count of requests was not taken')
    const before = row.taken - share
    this.#remember(key, {
      left: Math.max(0, Math.min(share, max - before)),
      taken: Math.min(row.taken, max),
      until: startedAt + row.ttl,
      isLast: row.taken >= max,
    })
  }

  #remember(key: string, lease: Lease): void {
    this.#leases.delete(key)
    this.#leases.set(key, lease)
    const [oldest] = this.#leases.size > REMEMBERED ? this.#leases.keys() : []
    if (oldest !== undefined) this.#leases.delete(oldest)
  }
}

/** Addresses are personal data: what is stored does not reveal them. */
const nameOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 24)

/** By the clock of the database, which all processes share. */
const TAKE = statement<Taken>(
  'take-request-count',
  `insert into request_count as known (name, ends_at, taken)
   values ($1, clock_timestamp() + make_interval(secs => $3), $2)
   on conflict (name) do update set
     taken = case when known.ends_at > clock_timestamp() then known.taken else 0 end + excluded.taken,
     ends_at = case when known.ends_at > clock_timestamp() then known.ends_at else excluded.ends_at end
   returning taken, greatest(1, extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as ttl`,
)

/** Forgets the counts whose time is over; returns how many. */
export async function deleteEndedCounts(db: Database): Promise<number> {
  const rows = await db.query(DELETE_ENDED)
  return rows.length
}

const DELETE_ENDED = statement<{ readonly name: string }>(
  'forget-request-counts',
  `delete from request_count where name in
     (select name from request_count where ends_at < clock_timestamp() limit 10000) returning name`,
)
