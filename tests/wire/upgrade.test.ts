import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { getReservation } from '#contract/booking.ts'
import { connectionPool } from '#server/foundation/database/connect.ts'
import { database } from '#server/foundation/database/database.ts'
import { migrate, readMigrations } from '#server/foundation/database/migrate.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy, statusOf, ticketsOf } from '../support/buyer/purchase.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { connectionTo, dropDatabase, newDatabaseName, runOnServer, urlOf } from '../support/database/postgresql.ts'
import { TEST_SECRET_KEY, testSealing } from '../support/database/test-sealing.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'

/** Each stage has what was in use by then (tests/support/upgrade), written as the schema was. */
const STAGES = ['0001', '0009', '0028'] as const
type Stage = (typeof STAGES)[number]

/** What a later migration has moved; anything else is in its old place. */
const MOVED: Readonly<Record<string, string>> = { 'additional_field.event_id': 'purchase_context_id' }

/** What a later migration has filled where nothing was. */
const FILLED: ReadonlySet<string> = new Set(['payment_transaction.settled_at'])

const ORDER = '11111111-0000-4000-8000-00000000000'
const PAID: Readonly<Record<Stage, readonly string[]>> = { '0001': ['1'], '0009': ['1'], '0028': ['1', '4', '5'] }

const folder = await mkdtemp(join(tmpdir(), 'foyer-upgrade-'))
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

describe.each(STAGES)('a shop that was left at migration %s', stage => {
  test('is migrated to the newest schema with everything it held, opens, and sells', { timeout: 60_000 }, async () => {
    const { pool, url } = await databaseAt(stage)
    const before = await rowsOf(pool)
    expect(before.size).toBeGreaterThan(10)
    expect((await migrate(pool)).length).toBeGreaterThan(0)
    const after = await rowsOf(pool)
    expect(lostOf(before, after)).toEqual([])
    const paid = after.get('payment_transaction')?.filter(({ status }) => status === 'COMPLETE') ?? []
    expect(paid.filter(row => row['settled_at'] === null)).toEqual([])
    await expectConsistentData(database(pool, testSealing), 'old-concert')

    const shop = await startShopProcess({ DATABASE_URL: url, FOYER_DATA: folder, FOYER_SECRET_KEY: TEST_SECRET_KEY })
    try {
      const buyer = aBuyer(shop.url)
      const order = await buyer.expect(getReservation, 200, { params: { reservationId: `${ORDER}1` } })
      expect(order).toMatchObject({ status: 'COMPLETE', firstName: 'Ada', email: 'ada@example.org' })
      expect(new Set(ticketsOf(order).map(({ lastName }) => lastName))).toEqual(new Set(['Lovelace', 'Turing']))
      expect(await statusOf(buyer, `${ORDER}2`)).toBe('OFFLINE_PAYMENT')
      for (const number of PAID[stage]) expect(await statusOf(buyer, ORDER + number)).toBe('COMPLETE')
      await buy(buyer, 'old-concert', { Hall: 2 })
    } finally {
      await shop.stop()
    }
    await expectConsistentData(database(pool, testSealing), 'old-concert')
  })
})

async function databaseAt(stage: Stage): Promise<{ pool: Pool; url: string }> {
  const { connection: server, owner } = inject('postgresql')
  const name = newDatabaseName(owner)
  await runOnServer(server, `create database ${name}`)
  const connection = connectionTo(server, name)
  const pool = connectionPool(connection, 2)
  afterAll(async () => {
    await pool.end()
    await dropDatabase(server, name)
  })
  const all = readMigrations()
  for (const reached of STAGES.slice(0, STAGES.indexOf(stage) + 1)) {
    const older = all.filter(migration => migration.name.slice(0, 4) <= reached)
    await migrate(pool, older)
    await pool.query(readFileSync(new URL(`../support/upgrade/${reached}.sql`, import.meta.url), 'utf8'))
  }
  return { pool, url: urlOf(connection) }
}

type Row = Readonly<Record<string, unknown>>

/** By table, each row as JSON; of what is kept of migrations themselves nothing. */
async function rowsOf(pool: Pool): Promise<ReadonlyMap<string, readonly Row[]>> {
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration'`,
  )
  const found = new Map<string, readonly Row[]>()
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: Row }>(`select to_jsonb(kept) as row from "${name}" as kept`)
    if (rows.length > 0)
      found.set(
        name,
        rows.map(({ row }) => row),
      )
  }
  return found
}

/** The rows that are not there any more as they were; columns may have come or been filled, and those of `MOVED` have gone elsewhere. */
function lostOf(before: ReadonlyMap<string, readonly Row[]>, after: ReadonlyMap<string, readonly Row[]>): string[] {
  return [...before].flatMap(([table, rows]) => {
    const now = after.get(table) ?? []
    return rows
      .filter(row => !now.some(later => isKept(table, row, later)))
      .map(row => `${table} ${JSON.stringify(row)} became ${JSON.stringify(now.find(({ id }) => id === row['id']))}`)
  })
}

function isKept(table: string, row: Row, later: Row): boolean {
  return Object.entries(row).every(([column, value]) => {
    const name = `${table}.${column}`
    const place = MOVED[name] ?? column
    if (value === null && FILLED.has(name)) return true
    return JSON.stringify(later[place]) === JSON.stringify(value)
  })
}
