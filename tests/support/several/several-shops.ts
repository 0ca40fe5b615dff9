import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { PATIENCE } from '../rush/rush-faults.ts'
import { type DevelopmentCalls, developmentCalls } from '../shop/development-calls.ts'
import { type ShopProcess, startShopProcess } from '../shop/shop-process.ts'
import { TEST_SECRET_KEY } from '../database/test-sealing.ts'
import { type Balancer, balancer } from './balancer.ts'

export const SYSTEM_KEY = 'the-system-key-of-several-shops'
const STARTS = 60
export const PROCESSES = 3
/** What they call themselves; the balancer listens elsewhere. */
export const BASE_URL = 'http://tickets.example'

/** Foyer as several processes on one database, each with a data folder of its own, behind a balancer. */
export type SeveralShops = {
  /** Where the balancer is. */
  readonly url: string
  readonly balancer: Balancer
  /** Where each process is just now. */
  urls(): readonly string[]
  /** Ends one process by this signal; another one is started in its place, as a supervisor does. Returns when the first is gone. */
  replace(index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Resolves when buyers are sent to all of them, those that are being started among them. */
  whenReady(): Promise<void>
  /** Of one process: its clock is its own. */
  development(index: number): DevelopmentCalls
  close(): Promise<void>
}

/** A process that can't reach its database ends, and a supervisor starts the next one a moment later. */
async function startAgain(start: () => Promise<ShopProcess>): Promise<ShopProcess> {
  for (let attempt = 1; attempt < STARTS; attempt += 1) {
    const shop = await start().catch(() => undefined)
    if (shop) return shop
    await pause(500)
  }
  return start()
}

/** `environment` is what an operator says to each of them; what must be the same for all of them is. */
export async function severalShops(environment: Readonly<Record<string, string>>): Promise<SeveralShops> {
  const front = await balancer()
  const folders = await Promise.all(
    Array.from({ length: PROCESSES }, () => mkdtemp(join(tmpdir(), 'foyer-one-of-several-'))),
  )
  const start = (folder: string): Promise<ShopProcess> =>
    startShopProcess({
      FOYER_DATA: folder,
      FOYER_API_KEY: SYSTEM_KEY,
      FOYER_SECRET_KEY: TEST_SECRET_KEY,
      FOYER_MODE: 'development',
      FOYER_BASE_URL: BASE_URL,
      ...environment,
    })
  const shops = await Promise.all(folders.map(start))
  const urls = (): readonly string[] => shops.map(({ url }) => url)
  front.lead(urls())
  const starting: Promise<void>[] = folders.map(async () => {})
  const whenReady = async (): Promise<void> => {
    await Promise.all(starting)
    await vi.waitFor(() => expect(front.ready()).toBe(PROCESSES), PATIENCE)
  }
  return {
    url: front.url,
    balancer: front,
    urls,
    async replace(index, signal) {
      await starting[index]
      const [shop, folder] = [shops[index], folders[index]]
      if (!shop || folder === undefined) throw new Error(`there is no process ${index}`)
      await (signal === 'SIGKILL' ? shop.kill() : shop.stop())
      starting[index] = startAgain(() => start(folder)).then(started => {
        shops[index] = started
        front.lead(urls())
      })
      // A caller that waits for it gets the error.
      starting[index].catch(() => {})
    },
    whenReady,
    development: index => developmentCalls(urls()[index] ?? '', SYSTEM_KEY),
    close: async () => {
      await front.close()
      await Promise.allSettled(starting)
      await Promise.all(shops.map(shop => shop.stop()))
      await Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true, maxRetries: 10 })))
    },
  }
}
