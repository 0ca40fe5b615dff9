import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Run } from './run.ts'
import type { Schema } from './schema.ts'

/** Kysely as the builder of statements: what it has built is run by `run`, which knows connections and their failures. */
export function kyselyOn(run: Run): Kysely<Schema> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOf(run),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<Schema>({ dialect })
}

/** Transactions are those of database.ts, so Kysely's own have no part here. */
function driverOf(run: Run): Driver {
  const connection: DatabaseConnection = { executeQuery: built => execute(run, built), streamQuery: notHere }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: notHere,
    commitTransaction: notHere,
    rollbackTransaction: notHere,
    destroy: async () => {},
  }
}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The decoding edge: the row's type is what the statement was built for. */
async function execute<Row>(run: Run, { sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
  const { command, rowCount, rows } = await run({ text, values: [...parameters] })
  return { rows: rows as Row[], ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
}

function notHere(): never {
  throw new Error('use transaction() of database.ts')
}
