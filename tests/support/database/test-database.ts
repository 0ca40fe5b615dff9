import type { ClientConfig, Pool } from 'pg'
import { afterAll, inject } from 'vitest'
import { connectionPool } from '#server/database/connect.ts'
import { type Database, database } from '#server/database/database.ts'
import { cloneDatabase, connectionTo, dropDatabase, newDatabaseName } from './postgresql.ts'
import { testSealing } from './test-sealing.ts'

export type TestDatabase = {
  readonly db: Database
  readonly pool: Pool
  /** For what brings its own connections: the job queue, a second process. */
  readonly connection: ClientConfig
  /** The same as DATABASE_URL of a process that is started by the test. */
  readonly url: string
}

type Options = { readonly maxConnections?: number }

/**
 * A database of this test file's own, with the whole schema and nothing in it; gone after the last test.
 * `const { db } = await testDatabase()` at the top of the file.
 */
export async function testDatabase(options: Options = {}): Promise<TestDatabase> {
  const { name, ...opened } = await openClone(options)
  afterAll(async () => {
    await opened.pool.end()
    await dropDatabase(inject('postgresql').connection, name)
  })
  return opened
}

/** One that outlives the test file, for what all files of a process share; it goes with the whole run. */
export async function lastingDatabase(): Promise<TestDatabase> {
  const { name: _, ...opened } = await openClone({})
  return opened
}

async function openClone({ maxConnections }: Options): Promise<TestDatabase & { readonly name: string }> {
  const { connection: server, template, owner } = inject('postgresql')
  const name = newDatabaseName(owner)
  await cloneDatabase(server, template, name)
  const connection = connectionTo(server, name)
  const pool = connectionPool(connection, maxConnections)
  return { name, db: database(pool, testSealing), pool, connection, url: urlOf(connection) }
}

function urlOf({ connectionString, host, user, password, database: name }: ClientConfig): string {
  if (connectionString !== undefined) return connectionString
  const credentials = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password))}`
  return `postgresql://${credentials}@/${name}?host=${encodeURIComponent(host ?? '')}`
}
