import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/foundation/database/connect.ts'
import { type Database, database } from '#server/foundation/database/database.ts'
import { instant } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { type Buyer, aBuyer } from '../support/buyer/buyer.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { PAY_BY, cancel, filledIn, infoOf, pay, reserve, sendDetails, statusOf } from '../support/buyer/purchase.ts'
import { expectNumbersWithoutGap, expectOnlyTransfersHeld } from '../support/rush/consistent-after-rush.ts'
import { randomNumbers } from '../support/run/random-numbers.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { developmentCalls } from '../support/shop/development-calls.ts'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { testDatabase } from '../support/database/test-database.ts'
import { testSealing } from '../support/database/test-sealing.ts'

const API_KEY = 'the-system-key-of-a-shop-that-is-killed'
const CLIENTS = 20
const SEATS = 80

const ROUNDS = repetitions(1, 3)

/** A failing run is repeated with FOYER_SEED=<the printed number>. */
const seed = Number(process.env['FOYER_SEED'] ?? randomInt(1_000_000))
const random = randomNumbers(seed)

/** With an external PostgreSQL only the shop dies; an embedded one dies with it. */
const external = process.env['DATABASE_URL'] === undefined ? undefined : await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'foyer-killed-'))
// As root, PostgreSQL runs as "nobody", who must be able to enter.
await chmod(folder, 0o711)
let shop: ShopProcess | undefined

afterAll(async () => {
  // Not by force this time: the database must have left the folder before it is removed.
  await shop?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

const start = () =>
  startShopProcess({ FOYER_DATA: folder, FOYER_API_KEY: API_KEY, ...(external && { DATABASE_URL: external.url }) })

test(`after kill -9 in a rush nothing is lost and nothing is sold twice (seed ${seed})`, async () => {
  console.log(`kill -9 in a rush: FOYER_SEED=${seed}`)
  let hoursAhead = 0
  for (const round of ROUNDS) {
    shop ??= await start()
    const shortName = await openEvent(shop.url, round)
    const promises = await rushUntilKilled(shop, shortName, 20 + Math.floor(random() * 280))
    shop = await start()
    // A new process begins with the true time; the one that was killed was some hours ahead of it.
    await developmentCalls(shop.url, API_KEY).advance(hoursAhead)
    await developmentCalls(shop.url, API_KEY).runJobs()
    await expectKept(aBuyer(shop.url), promises)
    await withBooks(async db => {
      await expectConsistentData(db, shortName)
      await expectNumbersWithoutGap(db, shortName)
    })

    await developmentCalls(shop.url, API_KEY).advance(2)
    hoursAhead += 2
    await developmentCalls(shop.url, API_KEY).runJobs()
    await withBooks(db => expectOnlyTransfersHeld(db, shortName))
    await expectKept(aBuyer(shop.url), promises)
  }
})

async function openEvent(url: string, round: number): Promise<string> {
  const now = instant(Date.now())
  const organiser = await anOrganiser(url, API_KEY, `Alpine ${round}`)
  const categories = [aCategoryFile(now), aCategoryFile(now, { name: 'Student', price: 40, maxTickets: SEATS / 4 })]
  const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano' }
  return organiser.open(anEventFile(now, { slug: `rush-${round}`, seats: SEATS, categories, settings }))
}

/** What answers have promised to a buyer: reservation to the statuses it can have from now on. */
type Promises = Map<string, readonly (string | undefined)[]>

/** All buyers buy until the shop is gone, which is killed when so many answers have arrived. */
async function rushUntilKilled(running: ShopProcess, shortName: string, answersToLive: number): Promise<Promises> {
  const promises: Promises = new Map()
  let answers = 0
  const answered = (): void => {
    answers += 1
    if (answers === answersToLive) running.process.kill('SIGKILL')
  }
  const clients = Array.from({ length: CLIENTS }, () => buyOnAndOn(aBuyer(running.url), shortName, promises, answered))
  const ends = await Promise.allSettled(clients)
  await running.kill()
  // A client ends because nothing is left to buy, or because the shop doesn't answer any more; not because of a
  // strange answer.
  const strange = ends.flatMap(end => (end.status === 'rejected' && !isGone(end.reason) ? [String(end.reason)] : []))
  expect(strange).toEqual([])
  return promises
}

const WAYS = ['ON_SITE', 'OFFLINE'] as const

async function buyOnAndOn(buyer: Buyer, shortName: string, promises: Promises, answered: () => void): Promise<void> {
  for (;;) {
    const category = random() < 0.3 ? 'Student' : 'Conference'
    const reserved = await reserve(buyer, shortName, { [category]: 1 + Math.floor(random() * 3) })
    answered()
    if (reserved.status !== 200) return
    const id = (reserved.value as { value: string }).value
    promises.set(id, ['PENDING', undefined])
    const way = WAYS[Math.floor(random() * 2)] ?? 'ON_SITE'
    const end = random()
    if (end < 0.2) continue
    const invoice = random() < 0.5 ? PRIVATE_INVOICE : {}
    const filled = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...invoice })
    answered()
    expect(filled.status).toBe(200)
    // From here on the answer may be lost on its way: whatever has been asked for may have happened or not.
    promises.set(id, ['PENDING', 'COMPLETE', 'OFFLINE_PAYMENT', undefined])
    if (end < 0.3) {
      await cancel(buyer, id)
      promises.set(id, [undefined])
    } else {
      const paid = await pay(buyer, id, PAY_BY[way])
      expect(paid.status).toBe(200)
      promises.set(id, [way === 'OFFLINE' ? 'OFFLINE_PAYMENT' : 'COMPLETE'])
    }
    answered()
  }
}

async function expectKept(buyer: Buyer, promises: Promises): Promise<void> {
  expect(promises.size).toBeGreaterThan(0)
  for (const [id, allowed] of promises) expect(allowed, `reservation ${id}`).toContain(await statusOf(buyer, id))
}

/** Reads the database of the running shop, and disconnects before the shop is killed the next time. */
async function withBooks(work: (db: Database) => Promise<void>): Promise<void> {
  if (external) return work(external.db)
  const { pool, close } = await openDatabase({ databaseUrl: undefined, dataFolder: folder, maxConnections: 2 })
  await work(database(pool, testSealing)).finally(close)
}

/** `fetch` and its reader say it in these ways. */
function isGone(reason: unknown): boolean {
  return reason instanceof TypeError && /fetch failed|terminated/.test(reason.message)
}
