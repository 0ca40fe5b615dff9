import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { getReadiness } from '#contract/health.ts'
import { instant } from '#domain/foundation/instant.ts'
import { database } from '#server/foundation/database/database.ts'
import { aCategoryFile, anEventFile } from '../../builders/event-file.ts'
import { expectConsistentData } from '../database/consistency.ts'
import { expectNumbersWithoutGap, expectOnlyTransfersHeld } from './consistent-after-rush.ts'
import { aBuyer } from '../buyer/buyer.ts'
import { developmentCalls } from '../shop/development-calls.ts'
import { anOrganiser } from '../organiser/organiser.ts'
import { statusOf } from '../buyer/purchase.ts'
import { type RushTally, buyUntil, newTally } from './rush-buyer.ts'
import { type RushDatabase, embeddedUnderRush } from './rush-database.ts'
import { type Fault, PATIENCE, commit } from './rush-faults.ts'
import { type ShopProcess, startShopProcess } from '../shop/shop-process.ts'
import { testSealing } from '../database/test-sealing.ts'

/** What happens to a shop in a rush, `at` so many seconds; connections are terminated each second besides. */
export type Faults = {
  readonly seconds: number
  readonly list: readonly { readonly at: number; readonly what: Fault }[]
}

const TERMINATE_SOME = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid <> pg_backend_pid() and application_name like 'foyer%' and random() < 0.5`

const API_KEY = 'the-system-key-of-a-shop-in-trouble'
const CLIENTS = 8
const SHORT_NAME = 'trouble'
/** More than the buyers can take, on a fast machine too: a rush is over before the event is sold out. */
const SEATS_A_SECOND = 1200

/**
 * A rush while connections are terminated each second, the database is restarted and Foyer is killed (and started again,
 * as a supervisor does; the database comes back by itself). Every answer is one that a buyer can act on, whatever was
 * acknowledged is kept, and the data are consistent. Returns what the buyers met.
 */
export async function rushThroughFaults(
  faults: Faults,
  openUnderRush: (dataFolder: string) => Promise<RushDatabase> = embeddedUnderRush,
): Promise<RushTally> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-trouble-'))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o711)
  const held = await openUnderRush(folder)
  const { pool } = held.opened
  const db = database(pool, testSealing)
  const start = (): Promise<ShopProcess> => startOn(folder, held.url)
  let shop = await start()
  try {
    await openEvent(shop.url, faults.seconds * SEATS_A_SECOND)
    const tally = newTally()
    let isOver = false
    const url = (): string => shop.url
    const clients = Array.from({ length: CLIENTS }, () => buyUntil(() => isOver, url, SHORT_NAME, tally))
    const trouble = makeTrouble().finally(() => {
      isOver = true
    })
    await Promise.all([trouble, terminateEachSecond(), ...clients])
    expect(tally.strange).toEqual([])

    await aReadyShop(shop.url)
    const development = developmentCalls(shop.url, API_KEY)
    await development.runJobs()
    await expectKept(shop.url, tally)
    await expectConsistentData(db, SHORT_NAME)
    await expectNumbersWithoutGap(db, SHORT_NAME)
    await development.advance(2)
    // What the shop's own rounds are at, the one that is asked for leaves to them.
    await vi.waitFor(async () => {
      await development.runJobs()
      await expectOnlyTransfersHeld(db, SHORT_NAME)
    }, PATIENCE)
    await expectKept(shop.url, tally)
    return tally

    /** After each fault a buyer has to get tickets again before the next one comes. */
    async function makeTrouble(): Promise<void> {
      const begin = performance.now()
      const until = async (second: number): Promise<void> => {
        await pause(Math.max(0, second * 1000 - (performance.now() - begin)))
      }
      for (const { at, what } of faults.list.toSorted((a, b) => a.at - b.at)) {
        await until(at)
        await commit(what, { database: held, tally, url, replaceShop })
        tally.isBack(what)
        await vi.waitFor(() => expect(tally.isSelling()).toBe(true), PATIENCE)
      }
      await until(faults.seconds)
    }

    async function replaceShop(): Promise<void> {
      await shop.kill()
      shop = await start()
    }

    /** Every other connection of the shop; the database may just be restarting. */
    async function terminateEachSecond(): Promise<void> {
      while (!isOver) {
        await pause(1000)
        const ended = await pool.query(TERMINATE_SOME).catch(() => undefined)
        tally.terminated += ended?.rowCount ?? 0
      }
    }
  } finally {
    await shop.stop()
    await held.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function startOn(folder: string, databaseUrl: string): Promise<ShopProcess> {
  const environment = { FOYER_DATA: folder, DATABASE_URL: databaseUrl }
  return startShopProcess({ ...environment, FOYER_API_KEY: API_KEY, FOYER_LOG: 'error' })
}

async function openEvent(url: string, seats: number): Promise<void> {
  const now = instant(Date.now())
  const organiser = await anOrganiser(url, API_KEY)
  const categories = [aCategoryFile(now), aCategoryFile(now, { name: 'Student', price: 40, maxTickets: seats / 3 })]
  const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano' }
  await organiser.open(anEventFile(now, { slug: SHORT_NAME, seats, categories, settings }))
}

async function aReadyShop(url: string): Promise<void> {
  await vi.waitFor(() => aBuyer(url).expect(getReadiness, 200, {}), PATIENCE)
}

async function expectKept(url: string, { promises }: RushTally): Promise<void> {
  expect(promises.size).toBeGreaterThan(0)
  const buyer = aBuyer(url)
  for (const [id, allowed] of promises) expect(allowed, `reservation ${id}`).toContain(await statusOf(buyer, id))
}
