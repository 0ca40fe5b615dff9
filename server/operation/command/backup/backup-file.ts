import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { Refusal } from '../command.ts'
import type { Client } from 'pg'

export type Lines = AsyncGenerator<Buffer>

/** What is between the lines of a backup. */
export type Entry = { readonly table?: string; readonly columns?: readonly string[]; readonly tables?: number }

/** The lines of the file, unzipped. */
export function openBackup(path: string): Lines {
  const file = createReadStream(path)
  const unzipped = createGunzip()
  // A file that can't be read is reported to the process that reads the lines.
  file.on('error', error => unzipped.destroy(error))
  return lines(file.pipe(unzipped))
}

/**
 * Reads the whole backup once, before anything is changed: its checksums (gzip keeps one), its form, and its end. Answers
 * the header; refuses what is no backup, and what is cut off or damaged.
 */
export async function checkBackup(path: string): Promise<Header> {
  const backup = openBackup(path)
  const header = await readHeader(backup, path)
  const isWhole = await readToEnd(backup).catch(() => false)
  if (!isWhole) throw new Refusal(`${path} is damaged or cut off: nothing was restored.`)
  return header
}

/** The first line of a backup; refuses what is none. */
export async function readHeader(backup: Lines, path: string): Promise<Header> {
  const first = await backup.next().catch(() => undefined)
  const header = first?.done === false ? parsed<Partial<Header>>(first.value) : undefined
  if (header?.format !== 'foyer-backup') throw new Refusal(`${path} is not a backup of Foyer.`)
  if (header.version !== 1) throw new Refusal(`${path} was written by a newer Foyer: restore it with that one.`)
  const { format, version, migrations, sequences } = header
  if (!Array.isArray(migrations) || !Array.isArray(sequences)) {
    throw new Refusal(`${path} is damaged or cut off: nothing was restored.`)
  }
  return { format, version, migrations, sequences }
}

/** Undefined for a line that is no JSON object: then the file is none of ours, or damaged. */
export function parsed<Value extends object>(text: Buffer): Value | undefined {
  try {
    const value: unknown = JSON.parse(text.toString('utf8'))
    // The decoding edge: the code that uses a member checks it.
    return typeof value === 'object' && value !== null ? (value as Value) : undefined
  } catch {
    return undefined
  }
}

/** Is there, after the header, each table with its end, then the footer that counts them, and nothing more? */
async function readToEnd(backup: Lines): Promise<boolean> {
  const end = Buffer.from(END_OF_ROWS)
  let tables = 0
  let isInTable = false
  let isOver = false
  for await (const text of backup) {
    if (isOver) return false
    if (isInTable) {
      isInTable = !text.equals(end)
      continue
    }
    const entry = parsed<Entry>(text)
    isOver = entry?.tables === tables
    isInTable = entry?.table !== undefined && Array.isArray(entry.columns)
    if (!isOver && !isInTable) return false
    if (isInTable) tables += 1
  }
  return isOver
}

/**
 * A backup is one gzip file of lines: a Header as JSON; then for each table a Section as JSON, its rows as PostgreSQL's
 * COPY writes them (one line a row: line ends within a text are escaped), and END_OF_ROWS; then the Footer as JSON,
 * without which the file is not whole.
 */
export type Header = {
  readonly format: 'foyer-backup'
  readonly version: 1
  /** The schema the rows fit: names and checksums of the migrations. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[]
  readonly sequences: readonly Sequence[]
}

/** Where the numbers of an identity column go on. */
type Sequence = {
  readonly table: string
  readonly column: string
  readonly value: string
  readonly isUsed: boolean
}

export type Section = { readonly table: string; readonly columns: readonly string[] }
export type Footer = { readonly tables: number }

/** What ends COPY data in PostgreSQL's own files; no row can be this text. */
export const END_OF_ROWS = '\\.'

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What the database and the jobs keep by themselves. */
const NOT_SAVED = `'migration', 'offer_version', 'job_run'`

/** The tables that are saved, each after those it refers to, so that rows can be put back in this order. */
export async function listTables(client: Client): Promise<Section[]> {
  const { rows: tables } = await client.query<{ table: string; columns: string[]; refersTo: string[] }>(`
    select c.relname as "table",
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> k.conrelid) as "refersTo"
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in (${NOT_SAVED})
    order by c.relname`)
  const ordered = new Map<string, Section>()
  while (ordered.size < tables.length) {
    const ready = tables.filter(
      ({ table, refersTo }) => !ordered.has(table) && refersTo.every(name => ordered.has(name)),
    )
    if (ready.length === 0) throw new Error('tables refer to each other in a circle: they need an order of their own')
    for (const { table, columns } of ready) ordered.set(table, { table, columns })
  }
  return [...ordered.values()]
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as "table", a.attname as "column",
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by 1, 2`)
  const sequences: Sequence[] = []
  for (const { table, column, sequence } of rows) {
    const { rows: at } = await client.query<{ value: string; isUsed: boolean }>(
      `select last_value as value, is_called as "isUsed" from ${sequence}`,
    )
    sequences.push(...at.map(({ value, isUsed }) => ({ table, column, value, isUsed })))
  }
  return sequences
}

export async function listMigrations(client: Client): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  )
  return rows
}

const NEW_LINE = 0x0a

/** The lines of a stream of bytes, without their ends. A line may be as long as memory allows (a picture is one). */
async function* lines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)])
      pieces = []
      from = end + 1
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
  if (pieces.length > 0) yield Buffer.concat(pieces)
}
