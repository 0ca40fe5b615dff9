import { sql } from 'kysely'
import type { Database } from '#server/foundation/database/database.ts'
import { COLUMNS, type ColumnKind } from './columns.ts'

/** A column of the real schema whose type could hold words. */
export type Column = { readonly table: string; readonly column: string; readonly type: string }

export async function textColumns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying', 'character', 'jsonb', 'json', 'bytea',
      'inet', 'ARRAY', 'USER-DEFINED') and (data_type <> 'ARRAY' or udt_name in ('_text', '_varchar'))
    order by table_name, column_name`.execute(db.kysely)
  return rows
}

export const kindOf = ({ table, column }: Column): ColumnKind | undefined => COLUMNS[table]?.[column]

export const needleOf = ({ table, column }: Column): string => `needle-${table}-${column}-`

/** Puts a word that is nowhere else into this column of every row that may have one; returns how many there are. */
export async function putNeedle(db: Database, place: Column): Promise<number> {
  const { table, column, type } = place
  const word = sql`${needleOf(place)}::text || translate(ctid::text, '(),', '__-')`
  const listed = type === 'ARRAY' ? sql`array[${word}]` : word
  const value =
    table === 'billing_document' ? inModel(word) : type === 'jsonb' ? sql`jsonb_build_array(${word})` : listed
  // A free seat holds no data of a person, which the check of every test verifies.
  const where = table === 'ticket' ? sql`where reservation_id is not null` : sql``
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${value} ${where}`.execute(db.kysely)
  return Number(numAffectedRows)
}

/** Where the model of a document names its buyer. */
const inModel = (word: ReturnType<typeof sql>) =>
  sql`jsonb_set(jsonb_set(model, '{buyer,contact,lastName}', to_jsonb(${word})), '{buyer,billing,companyName}',
    to_jsonb(${word}))`

/** Every row of every table, of the job queue too, that has this word in it. */
export async function rowsWith(db: Database, word: string): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db.kysely)
  if (tables.length < 30) throw new Error(`only ${tables.length} tables to look at`)
  const found: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ line: string }>`
      select row::text as line from ${sql.table(`${schema}.${name}`)} as row
      where row::text like ${`%${word}%`}`.execute(db.kysely)
    found.push(...rows.map(({ line }) => `${name}: ${line}`))
  }
  return found
}
