import type { ClientConfig, Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { type Stage, asTryAgain, isAway, isOfReadOnly } from './try-again.ts'

/** No visitor waits for a longer statement; jobs and commands that need longer say so. */
export const STATEMENT_TIMEOUT_MS = 30_000

/** For a lock that another transaction holds. Holding seats waits less long (reservation/hold-seats.ts). */
const LOCK_TIMEOUT_MS = 5_000

/** A process that hangs inside a transaction must not hold its locks for ever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000

/** What every connection asks PostgreSQL for, unless DATABASE_URL says otherwise. */
export const TIMEOUTS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
} as const satisfies ClientConfig

/** Lifts them for a connection or, with `local`, for a transaction: for work that takes as long as it takes. */
export const lifted = (scope: 'session' | 'local'): string =>
  `set ${scope} statement_timeout = 0; set ${scope} lock_timeout = 0`

/** A connection that PostgreSQL can't give within this time is not waited for any longer; nor is one of the pool. */
export const CONNECTION_TIMEOUT_MS = 5_000

/** Runs one statement; what PostgreSQL can't do at the moment rejects with TryAgain. */
export type Run = (statement: QueryConfig) => Promise<QueryResult<object>>

/** How long something may take. `short`: as long as a visitor waits; `long`: as long as it takes. */
export type Length = 'short' | 'long'

/**
 * Runs each statement on any connection of the pool. A statement on its own commits by itself: when its connection is
 * lost under way, it is unknown whether the statement was done.
 */
export function runOnPool(pool: Pool): Run {
  const sent = sentThrough(pool)
  return async statement => {
    const client = await connected(pool)
    let broken: Error | undefined
    try {
      return await client.query(timed(sent(statement)))
    } catch (cause) {
      const error = asTryAgain(cause, 'committing')
      if (isAway(error)) broken = error
      renewIfReadOnly(pool, client, error)
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/** Runs each statement on this connection of the pool, in the transaction that is open there. */
export function runOnClient(client: PoolClient, { pool, length }: { pool: Pool; length: Length }): Run {
  const sent = sentThrough(pool)
  return statement => {
    const own = sent(statement)
    return mapped(client.query(length === 'short' ? timed(own) : own), 'working')
  }
}

const nameless = new WeakSet<Pool>()

/** From now on no statement that this pool sends has a name: its connections reach another session in each transaction. */
export function keepNoNames(pool: Pool): void {
  nameless.add(pool)
}

/** Does the pool reach one session of PostgreSQL by each connection, which knows statements by their names? */
export const areNamesKept = (pool: Pool): boolean => !nameless.has(pool)

const sentThrough = (pool: Pool): ((statement: QueryConfig) => QueryConfig) =>
  areNamesKept(pool) ? statement => statement : withoutName

const withoutName = ({ text, values }: QueryConfig): QueryConfig => ({ text, ...(values && { values }) })

/** A connection of the pool; the caller gives it back. */
export async function connected(pool: Pool): Promise<PoolClient> {
  for (;;) {
    const client = await mapped(pool.connect(), 'connecting')
    if (!isOutdated(pool, client)) return client
    client.release(true)
  }
}

/** The same answer, and of failures those as TryAgain that are one. */
async function mapped<Answer>(answer: Promise<Answer>, stage: Stage): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw asTryAgain(error, stage)
  }
}

/**
 * PostgreSQL ends a statement after its own limit. When even that error does not arrive, the connection is dead
 * although it looks open: it is given up a little later.
 */
const PATIENCE_MS = STATEMENT_TIMEOUT_MS + 5_000

export function timed(statement: QueryConfig): QueryConfig & { readonly query_timeout: number } {
  return { ...statement, query_timeout: PATIENCE_MS }
}

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
function isOutdated(pool: Pool, client: PoolClient): boolean {
  return (openedAt.get(client) ?? 0) < ageOf(pool)
}

/** After a failure of this connection: renews the pool where the server turned out to be one that only reads. */
export function renewIfReadOnly(pool: Pool, client: PoolClient, error: unknown): void {
  if (isOfReadOnly(error) && !isOutdated(pool, client)) ages.set(pool, ageOf(pool) + 1)
}
