import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { TIMEOUTS } from '#server/foundation/database/run.ts'
import { instant } from '#domain/foundation/instant.ts'
import { startPgbouncer } from '../../tools/pgbouncer.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy, statusOf } from '../support/buyer/purchase.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { testDatabase } from '../support/database/test-database.ts'
import { TEST_SECRET_KEY } from '../support/database/test-sealing.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'

/**
 * Two processes through a pooler that gives each transaction another session, with fewer sessions than the processes have
 * connections (decision 85).
 */

const API_KEY = 'the-system-key-of-a-pooled-shop'
const SEATS = 60
const BUYERS = 40

const { db, pool, connection, url: databaseUrl } = await testDatabase()
const { rows } = await pool.query<{ role: string; name: string }>(
  'select current_user as role, current_database() as name',
)
const [{ role, name } = { role: '', name: '' }] = rows
for (const [setting, milliseconds] of Object.entries(TIMEOUTS))
  await pool.query(`alter role "${role}" in database "${name}" set ${setting} = ${milliseconds}`)

const pooler = await startPgbouncer({ server: connection, poolMode: 'transaction', size: 5, inTurn: true })
const folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'foyer-pooled-'))))
const shops = await Promise.all(
  folders.map((folder, index) =>
    startShopProcess(
      {
        FOYER_DATA: folder,
        FOYER_API_KEY: API_KEY,
        FOYER_SECRET_KEY: TEST_SECRET_KEY,
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_URL: pooler.url,
      },
      index === 0 ? ['--web-only'] : [],
    ),
  ),
)
afterAll(async () => {
  await Promise.all(shops.map(shop => shop.stop()))
  await pooler.stop()
  await Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true, maxRetries: 10 })))
})
const urls = shops.map(({ url }) => url)
const [web = ''] = urls

test('a sale through a pooler of transactions sells each seat once, and its mails go out', async () => {
  const organiser = await anOrganiser(web, API_KEY)
  const now = instant(Date.now())
  const file = anEventFile(now, { slug: 'pooled', seats: SEATS, categories: [aCategoryFile(now)] })
  const shortName = await organiser.open(file)
  const buyers = Array.from({ length: BUYERS }, (_, index) => aBuyer(urls[index % urls.length] ?? web))
  const ends = await Promise.allSettled(buyers.map(buyer => buy(buyer, shortName, { Conference: 2 })))
  const bought = ends.flatMap((end, index) =>
    end.status === 'fulfilled' ? [{ id: end.value, buyer: buyers[index] }] : [],
  )
  expect(bought).toHaveLength(SEATS / 2)
  // The process that sells hands an order over to the one that works, which finishes it a moment later.
  for (const { id, buyer } of bought)
    await vi.waitFor(async () => expect(buyer && (await statusOf(buyer, id))).toBe('COMPLETE'), 30_000)
  await expectConsistentData(db, shortName, { sold: SEATS, free: 0 })
  // The process that sells wakes the one that works, by the queue's own connection.
  const unsent = () => db.kysely.selectFrom('mail').select('id').where('status', '<>', 'SENT').execute()
  await vi.waitFor(async () => expect(await unsent()).toEqual([]), 30_000)
  const mails = await db.kysely.selectFrom('mail').select('id').execute()
  expect(mails.length).toBeGreaterThanOrEqual(SEATS)
})
