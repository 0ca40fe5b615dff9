import { Client } from 'pg'
import {
  createMigratedDatabase,
  connectionTo,
  dropDatabase,
  newDatabaseName,
  openTestServer,
} from '#tests/support/database/postgresql.ts'
import { publish } from './generated-file.ts'

/** Writes server/foundation/database/schema.ts from what the migrations really make; with --check only says whether it is current. */

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
  readonly isIdentity: boolean
  /** From `check (name in (...))`. */
  readonly values: readonly string[] | undefined
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
    not a.attnotnull as "isNullable", a.atthasdef as "hasDefault", a.attidentity = 'a' as "isIdentity",
    (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
      and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '= (ANY|''\\w+''::text\\)\\)$)' limit 1) as "check"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'migration'
  order by c.relname, a.attnum`

const TYPES: Readonly<Record<string, string>> = {
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  bigint: 'bigint',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  date: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  'integer[]': 'number[]',
  'bigint[]': 'bigint[]',
  jsonb: 'unknown',
  'timestamp with time zone': 'Instant',
  // As PostgreSQL writes it; only searched.
  tsvector: 'string',
}

/** What is written differs from what is read: see server/foundation/database/types.ts. JSON goes in as text. */
const WRITTEN: Readonly<Record<string, string>> = { jsonb: 'string', 'timestamp with time zone': 'Date' }

const HEADER = `// Made by tools/generate-schema.ts from server/foundation/database/migrations. Don't edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
`

async function readColumns(): Promise<Column[]> {
  const server = await openTestServer()
  const name = newDatabaseName(process.pid)
  try {
    await createMigratedDatabase(server.connection, name)
    const client = new Client(connectionTo(server.connection, name))
    await client.connect()
    const { rows } = await client.query<Omit<Column, 'values'> & { check: string | null }>(COLUMNS)
    await client.end()
    return rows.map(({ check, ...column }) => ({ ...column, values: check === null ? undefined : literalsIn(check) }))
  } finally {
    await dropDatabase(server.connection, name)
    await server.close()
  }
}

function literalsIn(check: string): string[] {
  return [...check.matchAll(/'(\w+)'::text/g)].flatMap(([, literal]) => literal ?? [])
}

function schemaFile(columns: readonly Column[]): string {
  const tables = Object.entries(Object.groupBy(columns, column => column.table))
  const types = tables.map(([table, ofTable]) => tableType(table, ofTable ?? []))
  const names = tables.map(([table]) => `  ${table}: ${typeName(table)}\n`).join('')
  return `${HEADER}\n${types.join('\n')}\nexport type Schema = {\n${names}}\n`
}

function tableType(table: string, columns: readonly Column[]): string {
  const lines = columns.map(column => `  ${column.name}: ${columnType(column)}\n`).join('')
  return `export type ${typeName(table)} = {\n${lines}}\n`
}

function columnType(column: Column): string {
  const orNull = column.isNullable ? ' | null' : ''
  const read = (union(column.values) ?? readType(column)) + (column.type === 'jsonb' ? '' : orNull)
  if (column.isIdentity) return `GeneratedAlways<${read}>`
  const written = WRITTEN[column.type]
  if (written === undefined) return column.hasDefault ? `Generated<${read}>` : read
  const inserted = written + orNull + (column.hasDefault ? ' | undefined' : '')
  return `ColumnType<${read}, ${inserted}, ${written}${orNull}>`
}

function readType({ table, name, type }: Column): string {
  const mapped = TYPES[type]
  if (mapped === undefined)
    throw new Error(`${table}.${name} is a ${type}: say in tools/generate-schema.ts what that is`)
  return mapped
}

function union(values: readonly string[] | undefined): string | undefined {
  return values?.map(value => `'${value}'`).join(' | ')
}

function typeName(table: string): string {
  const words = table.split('_').map(word => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Table`
}

await publish('server/foundation/database/schema.ts', schemaFile(await readColumns()))
