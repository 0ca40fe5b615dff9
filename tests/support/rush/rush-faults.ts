import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { getLiveness, getReadiness } from '#contract/health.ts'
import { aBuyer } from '../buyer/buyer.ts'
import type { RushDatabase } from './rush-database.ts'
import type { RushTally } from './rush-buyer.ts'

/** What can happen to a shop in a rush. */
export type Fault = 'database restart' | 'kill -9' | 'database away for 20 s' | 'frozen database'

/** Longer than any recovery without help takes. */
export const PATIENCE = { timeout: 30_000, interval: 20 }

/** A frozen server is given up by the shop after 35 s on a statement, and 5 s on the next connection. */
const FROZEN_PATIENCE = { timeout: 90_000, interval: 50 }

type UnderFault = {
  readonly database: RushDatabase
  readonly tally: RushTally
  readonly url: () => string
  /** Kills the shop and starts it again. */
  readonly replaceShop: () => Promise<void>
}

/** Causes the fault, and resolves as soon as what was taken away is there again. */
export async function commit(fault: Fault, { database, tally, url, replaceShop }: UnderFault): Promise<void> {
  switch (fault) {
    case 'database restart':
      await database.restart()
      await vi.waitFor(() => database.opened.pool.query('select 1'), PATIENCE)
      return
    case 'kill -9':
      return replaceShop()
    case 'database away for 20 s':
      return withoutDatabase(database, tally)
    case 'frozen database':
      return withFrozenDatabase(database, tally, url())
    default:
      return fault satisfies never
  }
}

/** Buyers who come meanwhile are asked to come again, by a shop that is still the same process. */
async function withoutDatabase({ takeAway, bringBack }: RushDatabase, tally: RushTally): Promise<void> {
  if (!takeAway || !bringBack) throw new Error('this database comes back by itself')
  const before = { unavailable: tally.unavailable, cutOff: tally.cutOff }
  takeAway()
  await pause(20_000)
  bringBack()
  expect(tally.unavailable).toBeGreaterThan(before.unavailable)
  expect(tally.cutOff).toBe(before.cutOff)
}

/** Every call that waited as the database froze is answered while it still is, and the shop says what is wrong. */
async function withFrozenDatabase(database: RushDatabase, tally: RushTally, url: string): Promise<void> {
  const before = { unavailable: tally.unavailable, cutOff: tally.cutOff }
  database.freeze()
  try {
    // Those that the shop was answering already are through by then.
    await pause(1000)
    const waiting = [...tally.underWay]
    expect(waiting.length).toBeGreaterThan(0)
    const health = aBuyer(url)
    await health.expect(getLiveness, 200, {})
    await health.expect(getReadiness, 503, {})
    await vi.waitFor(() => expect(waiting.filter(call => tally.underWay.has(call))).toEqual([]), FROZEN_PATIENCE)
  } finally {
    database.thaw()
  }
  expect(tally.unavailable).toBeGreaterThan(before.unavailable)
  expect(tally.cutOff).toBe(before.cutOff)
}
