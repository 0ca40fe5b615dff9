import type { ClientConfig, Pool } from 'pg'
import { afterAll, inject } from 'vitest'
import { connectionPool } from '#server/foundation/database/connect.ts'
import { type Database, database } from '#server/foundation/database/database.ts'
import { cloneDatabase, connectionTo, dropDatabase, newDatabaseName, urlOf } from './postgresql.ts'
import { testSealing } from './test-sealing.ts'

export type TestDatabase = {
  readonly db: Database
  readonly pool: Pool
  /** For users with their own connections: the job queue, a second process. */
  readonly connection: ClientConfig
  /** The same as DATABASE_URL of a process that is started by the test. */
  readonly url: string
}

type Options = {
  readonly maxConnections?: number
  /** With the sample events; only journeys have them. */
  readonly isSampled?: boolean
}

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
export async function lastingDatabase(options: Options): Promise<TestDatabase> {
  const { name: _, ...opened } = await openClone(options)
  return opened
}

async function openClone({
  maxConnections,
  isSampled = false,
}: Options): Promise<TestDatabase & { readonly name: string }> {
  const { connection: server, template, owner } = inject('postgresql')
  const name = newDatabaseName(owner)
  await cloneDatabase(server, isSampled ? inject('sampled') : template, name)
  const connection = connectionTo(server, name)
  const pool = connectionPool(connection, maxConnections)
  return { name, db: database(pool, testSealing), pool, connection, url: urlOf(connection) }
}
