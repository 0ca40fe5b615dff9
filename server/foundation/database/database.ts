import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Sealing } from '#server/foundation/sealing/sealing.ts'
import { kyselyOn } from './kysely.ts'
import { type Length, type Run, connected, lifted, renewIfReadOnly, runOnClient, runOnPool, timed } from './run.ts'
import type { Schema } from './schema.ts'
import { TryAgain, asTryAgain, isAway } from './try-again.ts'

/** A statement that PostgreSQL plans once per connection. `Row` is what it answers, checked by the store's tests. */
export type Statement<Row> = {
  readonly name: string
  readonly text: string
  readonly answers?: Row
  /** Made by `statement`, which knows all names. */
  readonly [brand]: true
}
const brand = Symbol('known')

/**
 * What a store talks to: the database, or one transaction of it. What PostgreSQL can't do at the moment rejects with
 * TryAgain. Inside a transaction the database itself throws, because waiting for a second connection while holding one
 * can stop the whole shop.
 */
export type Queryable = {
  readonly kysely: Kysely<Schema>
  query<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>
  /** Stores use it to keep what must stay unreadable to a person who has only the database. */
  readonly sealing: Sealing
}

export type Database = Queryable & { readonly pool: Pool }

/** One open transaction. A function that takes a `Tx` must be called inside of one. */
export type Tx = Queryable & { readonly client: PoolClient }

const openTransaction = new AsyncLocalStorage<true>()

/**
 * A statement for the hottest queries; everything else goes through Kysely. A connection plans it once by its name: a name
 * that another text has already is refused, when the program starts.
 */
export function statement<Row>(name: string, text: string): Statement<Row> {
  const before = textsByName.get(name)
  if (before !== undefined && before !== text) throw new Error(`two statements are called ${name}`)
  textsByName.set(name, text)
  return { name, text, [brand]: true }
}

const textsByName = new Map<string, string>()

export function database(pool: Pool, sealing: Sealing): Database {
  const runAlone = runOnPool(pool)
  const run: Run = async statement => {
    assertNoTransactionOpen()
    return runAlone(statement)
  }
  return { pool, sealing, kysely: kyselyOn(run), query: queryBy(run) }
}

/**
 * Runs `work` in one transaction; commits when it returns, rolls back when it throws. It holds SQL only: outgoing calls
 * throw while it is open. When it loses a deadlock, or its connection before the commit is sent, `work` runs again,
 * at most three times in all, so it must change nothing but the database. A TryAgain whose `isOutcomeUnknown` is true
 * says that the connection was lost while committing: it may have happened, and is not repeated.
 */
export async function transaction<Result>(
  db: Database,
  work: (tx: Tx) => Promise<Result>,
  { length = 'short' }: { readonly length?: Length } = {},
): Promise<Result> {
  assertNoTransactionOpen()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(db, work, length)
    } catch (error) {
      if (attempt === 3 || !isWorthRepeating(error)) throw error
    }
  }
}

/** Throws when called inside a transaction: for whatever waits for anything else than PostgreSQL. */
export function assertNoTransactionOpen(): void {
  if (openTransaction.getStore()) throw new Error('a transaction is open: it may hold nothing but SQL')
}

async function once<Result>(
  { pool, sealing }: Database,
  work: (tx: Tx) => Promise<Result>,
  length: Length,
): Promise<Result> {
  const client = await connected(pool)
  let stage: 'working' | 'committing' = 'working'
  let broken: Error | undefined
  try {
    await client.query(timed({ text: length === 'short' ? 'begin' : `begin; ${lifted('local')}` }))
    const result = await openTransaction.run(true, () => work(transactionOn(client, { pool, length, sealing })))
    stage = 'committing'
    const { command } = await client.query(timed({ text: 'commit' }))
    // PostgreSQL rolls everything back when a statement has failed, even if the code caught its error.
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction had failed: nothing of it was kept')
    return result
  } catch (cause) {
    const error = asTryAgain(cause, stage)
    renewIfReadOnly(pool, client, error)
    if (isAway(error)) broken = error
    else await client.query(timed({ text: 'rollback' })).catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    // A connection whose transaction could not be ended is closed, not handed to the next one.
    client.release(broken)
  }
}

type Opened = { readonly pool: Pool; readonly length: Length; readonly sealing: Sealing }

function transactionOn(client: PoolClient, { pool, length, sealing }: Opened): Tx {
  const run = runOnClient(client, { pool, length })
  let kysely: Kysely<Schema> | undefined
  return {
    client,
    sealing,
    query: queryBy(run),
    get kysely() {
      return (kysely ??= kyselyOn(run))
    },
  }
}

/** The decoding edge: the row's type is the statement's. */
function queryBy(run: Run): Queryable['query'] {
  return async <Row>({ name, text }: Statement<Row>, values: readonly unknown[] = []) => {
    const { rows } = await run({ name, text, values: [...values] })
    return rows as Row[]
  }
}

const REPEATED: ReadonlySet<string> = new Set([
  // serialization_failure, deadlock_detected
  '40001',
  '40P01',
])

/** Has a transaction lost a deadlock, or its connection before the commit was sent? */
export function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof TryAgain)) return false
  return REPEATED.has(error.code) || (error.reason === 'away' && error.stage === 'working')
}
