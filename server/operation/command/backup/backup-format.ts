import type { Client } from 'pg'

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
export type Sequence = {
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
