import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readConfig } from '#server/foundation/config/config.ts'
import { readEnvironment } from '#server/foundation/config/environment.ts'
import { dedicatedConnection, openDatabase } from '#server/foundation/database/connect.ts'
import { database } from '#server/foundation/database/database.ts'
import { migrate } from '#server/foundation/database/migrate.ts'
import { openSealing, placeOfKey } from '#server/foundation/sealing/open-sealing.ts'
import { sealSettings } from '#server/foundation/setting/sealed-value.ts'
import {
  END_OF_ROWS,
  type Footer,
  type Header,
  type Section,
  listMigrations,
  listSequences,
  listTables,
  quoted,
} from './backup-file.ts'
import { type Command, Refusal, say } from '../command.ts'

export const backupCommand: Command = {
  usage: ['backup <file>'],
  summary: 'Writes the whole shop into one file, as it is at one moment; the shop may go on selling.',
  run: async ([file, ...others]) => {
    if (file === undefined || others.length > 0) throw new Refusal('Say: backup <file>.')
    const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file)
    const config = readConfig(readEnvironment(process.env))
    const { pool, connection, close } = await openDatabase(config)
    try {
      await migrate(pool)
      await sealSettings(database(pool, openSealing(config)))
      const client = await dedicatedConnection(connection)
      const tables = await writeBackup(client, path).finally(() => client.end())
      say(
        `${tables} tables are in ${path}. It holds personal data and keys of the shop: keep it safe.`,
        `Settings that are secrets are sealed in it: keep ${placeOfKey(config)}, which opens them, in another place.`,
      )
    } finally {
      await close()
    }
    return 0
  },
}

/** Returns how many tables were written. A file of this name is replaced when the new one is whole. */
export async function writeBackup(client: Client, path: string): Promise<number> {
  await client.query('begin isolation level repeatable read read only')
  const tables = await listTables(client)
  const half = `${path}.part`
  try {
    // One that was left behind may be open to others.
    await rm(half, { force: true })
    const file = createWriteStream(half, { mode: 0o600, flags: 'wx', flush: true })
    await pipeline(backupOf(client, tables), createGzip(), file)
    await rename(half, path)
  } catch (error) {
    await rm(half, { force: true })
    throw isOfTheFile(error) ? new Refusal(`${path} can't be written (${error.code}).`) : error
  }
  await client.query('commit')
  return tables.length
}

/** The system's complaint about the place where the backup is to go; PostgreSQL's codes are of digits and letters. */
function isOfTheFile(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
}

async function* backupOf(client: Client, tables: readonly Section[]): AsyncGenerator<string | Buffer> {
  const header: Header = {
    format: 'foyer-backup',
    version: 1,
    migrations: await listMigrations(client),
    sequences: await listSequences(client),
  }
  yield line(header)
  for (const section of tables) {
    yield line(section)
    const columns = section.columns.map(quoted).join(', ')
    yield* client.query(copyTo(`copy public.${quoted(section.table)} (${columns}) to stdout`))
    yield `${END_OF_ROWS}\n`
  }
  yield line({ tables: tables.length } satisfies Footer)
}

function line(value: Header | Section | Footer): string {
  return `${JSON.stringify(value)}\n`
}
