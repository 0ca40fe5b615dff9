import pg, { type CustomTypesConfig } from 'pg'
import { type RawBuilder, sql } from 'kysely'
import { type Instant, instant } from '#domain/foundation/instant.ts'

/**
 * How PostgreSQL's text becomes a value: bigint as bigint, timestamptz as Instant, numeric and dates as text, json
 * decoded. Set on our pool only: the job queue's connection and those of COPY keep the driver's defaults.
 */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : (PARSERS[oid] ?? pg.types.getTypeParser(oid, 'text')),
}

const OID = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, int8Array: 1016, timestamptzArray: 1185 }

// The driver's typings know no array types.
const TEXT_ARRAY: number = 1009
const readTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY, 'text')

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [OID.int8]: BigInt,
  [OID.date]: text => text,
  [OID.timestamp]: text => text,
  [OID.timestamptz]: readInstant,
  [OID.int8Array]: text => readTextArray(text).map(item => (item === null ? null : BigInt(item))),
  [OID.timestamptzArray]: text => readTextArray(text).map(item => (item === null ? null : readInstant(item))),
}

/** Reads `2026-11-21 03:52:45.123+01` in any session time zone; below a millisecond is cut off. */
export function readInstant(text: string): Instant {
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
  return instant(Date.parse(iso))
}

/** An instant as a parameter of a statement, or as a value that Kysely inserts. */
export function timestamp(value: Instant): Date {
  return new Date(value)
}

/** An instant inside a Kysely comparison: `.where('validity', '<', sqlInstant(now))`. */
export function sqlInstant(value: Instant): RawBuilder<Instant> {
  return sql<Instant>`${timestamp(value)}::timestamptz`
}
