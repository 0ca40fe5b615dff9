import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Schema } from './schema.ts'

/** A statement that PostgreSQL plans once per connection. `Row` is what it answers, checked by the store's tests. */
export type Statement<Row> = { readonly name: string; readonly text: string; readonly answers?: Row }

/** What a store talks to: the database, or one transaction of it. */
export type Queryable = {
  readonly kysely: Kysely<Schema>
  query<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>
}

export type Database = Queryable & { readonly pool: Pool }

/** One open transaction. A function that takes a `Tx` must be called inside of one. */
export type Tx = Queryable & { readonly client: PoolClient }

const openTransaction = new AsyncLocalStorage<true>()

/** A statement for the hottest queries; everything else goes through Kysely. The name is unique in the program. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text }
}

export function database(pool: Pool): Database {
  return { pool, kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), query: runOn(pool) }
}

/**
 * Runs `work` in one transaction; commits when it returns, rolls back when it throws. It holds SQL only: outgoing calls
 * throw while it is open. After a deadlock `work` runs again, at most three times in all, so it must change nothing
 * but the database.
 */
export async function transaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  assertNoTransactionOpen()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(db.pool, work)
    } catch (error) {
      if (attempt === 3 || !isWorthRepeating(error)) throw error
    }
  }
}

/** Throws when called inside a transaction: for whatever waits for somebody else than PostgreSQL. */
export function assertNoTransactionOpen(): void {
  if (openTransaction.getStore()) throw new Error('a transaction is open: it may hold nothing but SQL')
}

async function once<Result>(pool: Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await openTransaction.run(true, () => work(transactionOn(client)))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    // A connection whose transaction could not be ended is closed, not handed to the next one.
    client.release(broken)
  }
}

function transactionOn(client: PoolClient): Tx {
  let kysely: Kysely<Schema> | undefined
  return {
    client,
    query: runOn(client),
    get kysely() {
      return (kysely ??= new Kysely<Schema>({ dialect: new PostgresDialect({ pool: onlyThis(client) }) }))
    },
  }
}

/** Makes Kysely work on the connection of the transaction, which it may neither release nor end. */
function onlyThis(client: PoolClient): PostgresPool {
  const connection: PostgresPoolClient = {
    query: client.query.bind(client),
    release: () => {},
  }
  return { connect: async () => connection, end: async () => {}, options: {} }
}

function runOn(connection: Pool | PoolClient): Queryable['query'] {
  return async <Row>({ name, text }: Statement<Row>, values: readonly unknown[] = []) => {
    const { rows } = await connection.query({ name, text, values: [...values] })
    return rows as Row[]
  }
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

function isWorthRepeating(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK)
}
