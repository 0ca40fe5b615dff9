import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { isOutdated, renewIfReadOnly } from './renewal.ts'
import { STATEMENT_TIMEOUT_MS } from './timeouts.ts'
import { type Stage, asTryAgain, isAway } from './try-again.ts'

/** Runs one statement; what PostgreSQL can't do at the moment rejects with TryAgain. */
export type Run = (statement: QueryConfig) => Promise<QueryResult<object>>

/** How long something may take. `short`: as long as a visitor waits; `long`: as long as it takes. */
export type Length = 'short' | 'long'

/**
 * Runs each statement on any connection of the pool. A statement on its own commits by itself: when its connection is
 * lost under way, it is unknown whether the statement was done.
 */
export function runOnPool(pool: Pool): Run {
  return async statement => {
    const client = await connected(pool)
    let broken: Error | undefined
    try {
      return await client.query(timed(statement))
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

/** Runs each statement on this connection, in the transaction that is open there. */
export function runOnClient(client: PoolClient, length: Length): Run {
  return statement => told(client.query(length === 'short' ? timed(statement) : statement), 'working')
}

/** A connection of the pool; the caller gives it back. */
export async function connected(pool: Pool): Promise<PoolClient> {
  for (;;) {
    const client = await told(pool.connect(), 'connecting')
    if (!isOutdated(pool, client)) return client
    client.release(true)
  }
}

/** The same answer, and of failures those as TryAgain that are one. */
async function told<Answer>(answer: Promise<Answer>, stage: Stage): Promise<Answer> {
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
