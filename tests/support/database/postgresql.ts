import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { openEmbedded } from '#server/foundation/database/embedded/embedded.ts'
import { connectionPool } from '#server/foundation/database/connect.ts'
import { migrate } from '#server/foundation/database/migrate.ts'
import { memoryFolder } from '../../../tools/memory-folder.ts'

/** A PostgreSQL for tests and generators, on which each of them makes databases of its own. */
export type TestServer = { readonly connection: ClientConfig; close(): Promise<void> }

/** The one DATABASE_URL names, or an embedded one that is kept between runs and shared by those at the same time. */
export async function openTestServer(): Promise<TestServer> {
  const url = process.env['DATABASE_URL']
  if (url !== undefined) return { connection: { connectionString: url }, close: async () => {} }
  // By number: in a container a user may have no name.
  const folder = join(memoryFolder(), `foyer-tests-${process.getuid?.() ?? 'user'}`)
  // Tests lose nothing in a power cut.
  const { connection, close } = await openEmbedded(folder, {
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  })
  await dropDatabasesOf(connection, owner => !isRunning(owner))
  return { connection, close }
}

/** Databases are named after the process that answers for them. */
export function newDatabaseName(owner: number): string {
  return `foyer_test_${owner}_${randomUUID().slice(0, 8)}`
}

/** Creates a database with the whole schema, to be cloned or inspected. */
export async function createMigratedDatabase(server: ClientConfig, name: string): Promise<void> {
  await runOnServer(server, `create database ${name}`)
  const pool = connectionPool(connectionTo(server, name), 1)
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
}

export async function cloneDatabase(server: ClientConfig, template: string, name: string): Promise<void> {
  // Half as long as by the log of changes, which is the usual strategy.
  await runOnServer(server, `create database ${name} template ${template} strategy file_copy`)
}

export async function dropDatabase(server: ClientConfig, name: string): Promise<void> {
  await runOnServer(server, `drop database if exists ${name} with (force)`)
}

/** The same server, another database. */
export function connectionTo({ connectionString, ...server }: ClientConfig, name: string): ClientConfig {
  if (connectionString === undefined) return { ...server, database: name }
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return { ...server, connectionString: url.href }
}

/** As DATABASE_URL says it; a URL has no host for a socket, and one that is named beside it counts. */
export function urlOf({ connectionString, host, user, password, database: name }: ClientConfig): string {
  if (connectionString !== undefined) return connectionString
  const credentials = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password))}`
  return `postgresql://${credentials}@localhost/${name}?host=${encodeURIComponent(host ?? '')}`
}

export async function runOnServer(server: ClientConfig, text: string): Promise<void> {
  const client = new Client(server)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Removes the databases of every run whose process `isOver`. */
export async function dropDatabasesOf(server: ClientConfig, isOver: (owner: number) => boolean): Promise<void> {
  const client = new Client(server)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'foyer\\_test\\_%'`,
  )
  const over = rows.filter(({ name }) => isOver(Number(name.split('_')[2])))
  for (const { name } of over) await client.query(`drop database if exists ${name} with (force)`)
  await client.end()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
