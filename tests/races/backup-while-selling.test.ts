import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { openDatabase } from '#server/foundation/database/connect.ts'
import { type Database, database } from '#server/foundation/database/database.ts'
import { aCategoryFile, anEventFile } from '../builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy, statusOf } from '../support/buyer/purchase.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { newDataFolder } from '../support/database/database-folder.ts'
import { testDatabase } from '../support/database/test-database.ts'
import { TEST_SECRET_KEY, testSealing } from '../support/database/test-sealing.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { buyUntil, newTally } from '../support/rush/rush-buyer.ts'
import { PATIENCE } from '../support/rush/rush-faults.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'

const API_KEY = 'the-system-key-of-a-shop-that-is-backed-up'
const SHORT_NAME = 'kept'
const CLIENTS = 6
/** How many are paid before the backup begins. */
const ORDERS = isLongRun() ? 500 : 15

const here = newDataFolder()
/** Another machine, on which nothing is yet. */
const elsewhere = newDataFolder()
afterAll(async () => {
  await Promise.all([here, elsewhere].map(folder => rm(folder, { recursive: true, force: true, maxRetries: 10 })))
})

const KEYS = { FOYER_API_KEY: API_KEY, FOYER_SECRET_KEY: TEST_SECRET_KEY }

test(
  'a backup that is made in a rush is one moment of the shop, and goes on elsewhere',
  { timeout: 600_000 },
  async () => {
    const { url: databaseUrl } = await testDatabase()
    const environment = { ...KEYS, FOYER_DATA: here, DATABASE_URL: databaseUrl }
    const file = join(here, 'shop.gz')
    const shop = await startShopProcess(environment)
    const tally = newTally()
    let isOver = false
    let acknowledged: ReadonlyMap<string, readonly (string | undefined)[]> = new Map()
    try {
      const organiser = await anOrganiser(shop.url, API_KEY)
      await organiser.open(aBigEvent())
      const url = () => shop.url
      const clients = Array.from({ length: CLIENTS }, () => buyUntil(() => isOver, url, SHORT_NAME, tally))
      const backup = backUp().finally(() => {
        isOver = true
      })
      await Promise.all([backup, ...clients])

      async function backUp(): Promise<void> {
        await vi.waitFor(() => expect(tally.paid).toBeGreaterThan(ORDERS), LONG)
        acknowledged = new Map([...tally.promises].filter(([, allowed]) => !allowed.includes(undefined)))
        const before = tally.paid
        await foyer(environment, 'backup', file)
        expect(tally.paid).toBeGreaterThan(before)
      }
    } finally {
      await shop.stop()
    }
    expect(tally.strange).toEqual([])

    const other = { ...KEYS, FOYER_DATA: elsewhere, DATABASE_URL: '' }
    expect(await foyer(other, 'restore', file)).toMatch(/tables are restored\./)
    expect(await foyer(other, 'doctor')).not.toMatch(/^bad/m)
    await withDatabase(db => expectConsistentData(db, SHORT_NAME))
    const restored = await startShopProcess(other)
    try {
      const buyer = aBuyer(restored.url)
      for (const [id, allowed] of acknowledged) {
        await vi.waitFor(
          async () => expect(allowed, `reservation ${id}`).toContain(await statusOf(buyer, id)),
          PATIENCE,
        )
      }
      expect(acknowledged.size).toBeGreaterThan(ORDERS)
      await buy(buyer, SHORT_NAME, { Conference: 1 })
      await withDatabase(db => expectConsistentData(db, SHORT_NAME))
    } finally {
      await restored.stop()
    }
  },
)

const LONG = { timeout: 300_000, interval: 10 }

function aBigEvent() {
  const now = instant(Date.now())
  const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano' }
  const categories = [aCategoryFile(now), aCategoryFile(now, { name: 'Student', maxTickets: 5000 })]
  return anEventFile(now, { slug: SHORT_NAME, seats: 20_000, categories, settings })
}

/** As an operator types it; what it prints. A command that fails rejects. */
async function foyer(environment: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['server/operation/command/foyer.ts', ...words], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...environment },
  })
  return stdout
}

/** The restored one, past its shop. */
async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const { pool, close } = await openDatabase({ databaseUrl: undefined, dataFolder: elsewhere, maxConnections: 2 })
  try {
    await work(database(pool, testSealing))
  } finally {
    await close()
  }
}
