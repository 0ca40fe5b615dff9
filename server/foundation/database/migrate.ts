import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Pool, PoolClient } from 'pg'
import { connected, lifted } from './run.ts'
import { DatabaseUnavailable, asTryAgain, isAway } from './try-again.ts'

export type Migration = { readonly name: string; readonly text: string; readonly checksum: string }

/** Any number that no other program locks by: "Foyer" in ASCII. */
const MIGRATION_LOCK = 0x46_6f_79_65_72

const FOLDER = new URL('migrations/', import.meta.url)

/** The migrations of this program in the order of their names. */
export function readMigrations(folder: URL = FOLDER): Migration[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.sql'))
  return names.toSorted().map(name => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

/** Brings the database to this program's schema; returns the names of the migrations it ran. Safe in many processes at once. */
export async function migrate(pool: Pool, migrations: readonly Migration[] = readMigrations()): Promise<string[]> {
  const client = await connected(pool)
  try {
    await client.query(lifted('session'))
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await runMissing(client, migrations)
  } catch (error) {
    throw asTryAgain(error, 'working')
  } finally {
    // Closed: it has no limits, and the lock goes with it, whatever has happened.
    client.release(true)
  }
}

async function runMissing(client: PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(`create table if not exists migration (
    name text primary key, checksum text not null, ran_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
  const ran = new Map(rows.map(row => [row.name, row.checksum]))
  assertSameHistory(ran, migrations)
  const missing = migrations.filter(({ name }) => !ran.has(name))
  for (const migration of missing) await run(client, migration)
  return missing.map(({ name }) => name)
}

async function run(client: PoolClient, { name, text, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    if (isAway(asTryAgain(cause, 'working'))) throw cause
    throw new Error(`migration ${name} failed, nothing of it was kept: ${String(cause)}`, { cause })
  }
}

function assertSameHistory(ran: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const checksums = new Map(migrations.map(migration => [migration.name, migration.checksum]))
  for (const [name, checksum] of ran) {
    if (!checksums.has(name)) {
      throw new DatabaseUnavailable(`The database was written by a newer Foyer (it has ${name}): start that one.`)
    }
    if (checksums.get(name) !== checksum) {
      throw new DatabaseUnavailable(
        `Migration ${name} was changed after it ran on this database: restore the file and put the change in a new one.`,
      )
    }
  }
}
