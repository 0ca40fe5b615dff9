import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { connectionPool, dedicatedConnection } from './connect.ts'

const { connection, pool } = await testDatabase()

/** What a server, a database or a role may say of every session that says nothing else. */
const ELSEWHERE = {
  datestyle: 'German, DMY',
  intervalstyle: 'iso_8601',
  timezone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  extra_float_digits: '-5',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
}

const { rows } = await pool.query<{ name: string }>('select current_database() as name')
for (const [name, value] of Object.entries(ELSEWHERE))
  await pool.query(`alter database ${rows[0]?.name} set ${name} = '${value}'`)

const VALUES = `
  select timestamptz '2026-11-21 03:52:45.123+00' as moment, date '2026-02-03' as day, '\\xff00'::bytea as bytes,
    (timestamptz '2026-11-21 23:30+00')::date as "dayOfMoment", 0.1::float8 as fraction, '\\n' as backslash,
    (interval '1 day 2 hours')::text as span, current_setting('transaction_isolation') as isolation`

const READ = {
  moment: instant(Date.UTC(2026, 10, 21, 3, 52, 45, 123)),
  day: '2026-02-03',
  bytes: Buffer.from([0xff, 0]),
  dayOfMoment: '2026-11-21',
  fraction: 0.1,
  backslash: '\\n',
  span: '1 day 02:00:00',
  isolation: 'read committed',
}

test('values are read as we use them, whatever the database says of its sessions', async () => {
  const other = connectionPool(connection, 1)
  expect((await other.query<object>(VALUES)).rows).toEqual([READ])
  await other.end()
})

test('what copies a whole database reads them in the same way', async () => {
  const client: Client = await dedicatedConnection(connection)
  const { rows: shown } = await client.query<{ span: string; isolation: string; text: string }>(
    `select (interval '1 day')::text as span, current_setting('transaction_isolation') as isolation,
       (timestamptz '2026-11-21 03:52:45+00')::text as text`,
  )
  expect(shown).toEqual([{ span: '1 day', isolation: 'read committed', text: '2026-11-21 03:52:45+00' }])
  await client.end()
})
