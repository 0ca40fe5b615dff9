import { access, constants, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Config, readConfig } from '#server/foundation/config/config.ts'
import { readEnvironment } from '#server/foundation/config/environment.ts'
import { dedicatedConnection, openDatabase } from '#server/foundation/database/connect.ts'
import { database } from '#server/foundation/database/database.ts'
import { migrate, readMigrations } from '#server/foundation/database/migrate.ts'
import { openSealing, placeOfKey } from '#server/foundation/sealing/open-sealing.ts'
import { type SettingPlace, sealSettings, describePlace } from '#server/foundation/setting/sealed-value.ts'
import {
  END_OF_ROWS,
  type Entry,
  type Header,
  type Lines,
  type Section,
  checkBackup,
  listMigrations,
  openBackup,
  parsed,
  quoted,
  readHeader,
} from './backup-file.ts'
import { type Command, Refusal, say } from '../command.ts'

export const restoreCommand: Command = {
  usage: ['restore <file>'],
  summary: 'Puts a backup into an empty shop, all of it or nothing. Start the shop again afterwards.',
  run: async ([file, ...others]) => {
    if (file === undefined || others.length > 0) throw new Refusal('Say: restore <file>.')
    const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file)
    await assertFile(path)
    const migrations = migrationsUpTo(await checkBackup(path))
    const config = readConfig(readEnvironment(process.env))
    const { pool, connection, close } = await openDatabase(config)
    try {
      const backup = openBackup(path)
      const header = await readHeader(backup, path)
      await migrate(pool, migrations)
      const client = await dedicatedConnection(connection)
      const tables = await restoreRows(client, header, backup)
        .catch(refuseUnfit)
        .finally(() => client.end())
      await migrate(pool)
      const { unreadable } = await sealSettings(database(pool, openSealing(config)))
      say(`${tables} tables are restored.`, ...describeUnreadable(unreadable, config))
    } finally {
      await close()
    }
    return 0
  },
}

/** A backup has no key: it belongs to who runs the shop. */
function describeUnreadable(unreadable: readonly SettingPlace[], config: Config): readonly string[] {
  if (unreadable.length === 0) return []
  return [
    `${unreadable.map(describePlace).join(', ')} can't be opened by ${placeOfKey(config)}, and what needs them is not offered:`,
    'set FOYER_SECRET_KEY to the key of the shop that was backed up (or put its secret.key into this data folder), or state them anew.',
  ]
}

async function assertFile(path: string): Promise<void> {
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!isReadable || !(await stat(path)).isFile()) throw new Refusal(`There is no file ${path} that can be read.`)
}

/** What PostgreSQL says of rows that are none: wrong values, doubled keys, tables or columns that aren't there. */
const UNFIT = /^(22|23|42)/

/** The rows are of another shop, or were edited. */
function refuseUnfit(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!(error instanceof Error) || !UNFIT.test(code)) throw error
  throw new Refusal(`The backup does not fit into a shop (${error.message}): nothing was restored.`)
}

/** A backup of an older Foyer is put into the schema of that time, and then brought up to date. */
function migrationsUpTo({ migrations }: Header): ReturnType<typeof readMigrations> {
  const ours = readMigrations()
  const fits = migrations.every(
    ({ name, checksum }, index) => ours[index]?.name === name && ours[index]?.checksum === checksum,
  )
  if (!fits) throw new Refusal('The backup was written by another Foyer: restore it with the one that wrote it.')
  return ours.slice(0, migrations.length)
}

/** Returns how many tables were restored; in one transaction, so that a file that is cut off leaves nothing. */
export async function restoreRows(client: Client, header: Header, backup: Lines): Promise<number> {
  await client.query('begin')
  await assertEmpty(client, header)
  const restored: string[] = []
  for await (const text of backup) {
    const entry = parsed<Entry>(text)
    if (entry?.table !== undefined && entry.columns !== undefined) {
      await restoreTable(client, { table: entry.table, columns: entry.columns }, backup)
      restored.push(entry.table)
    } else if (entry?.tables === restored.length) {
      await setSequences(client, header)
      await client.query('commit')
      return restored.length
    } else break
  }
  throw new Refusal('The backup is not whole: nothing was restored.')
}

/** A shop that was started once has its keys and nothing else: those are replaced by the ones of the backup. */
async function assertEmpty(client: Client, { migrations }: Header): Promise<void> {
  const present = await listMigrations(client)
  if (present.length !== migrations.length) {
    throw new Refusal('The backup is of an older Foyer and this database is not new: restore it into a new one.')
  }
  const { rows } = await client.query('select from organization union all select from reservation limit 1')
  if (rows.length > 0) {
    throw new Refusal('This shop is not empty: restore into a new data folder (FOYER_DATA) or database (DATABASE_URL).')
  }
  await client.query('truncate organization, purchase_context, api_key, secret, setting, audit cascade')
}

async function restoreTable(client: Client, { table, columns }: Section, backup: Lines): Promise<void> {
  const names = columns.map(quoted).join(', ')
  // Triggers of tables that were restored before may have written rows: those of the backup take their place.
  await client.query(`delete from public.${quoted(table)}`)
  const into = client.query(copyFrom(`copy public.${quoted(table)} (${names}) from stdin`))
  await pipeline(Readable.from(rowsOf(backup), { objectMode: false }), into)
}

const NEW_LINE = Buffer.from('\n')

/** The lines of one table. Takes them one by one, because leaving a `for await` would end the whole file. */
async function* rowsOf(backup: Lines): AsyncGenerator<Buffer> {
  const end = Buffer.from(END_OF_ROWS)
  for (let next = await backup.next(); !next.done; next = await backup.next()) {
    if (next.value.equals(end)) return
    yield Buffer.concat([next.value, NEW_LINE])
  }
  throw new Refusal('The backup is not whole: nothing was restored.')
}

async function setSequences(client: Client, { sequences }: Header): Promise<void> {
  for (const { table, column, value, isUsed } of sequences) {
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
      table,
      column,
      value,
      isUsed,
    ])
  }
}
