import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { isLongRun } from '../support/run/repetitions.ts'
import { type Outcome, contradictions, make } from './histories/history.ts'
import type { Fault } from './histories/order.ts'
import { type History, planned } from './histories/plan.ts'
import { historyShop } from './histories/shop.ts'
import { type Failing, shrunk } from './histories/shrink.ts'

/**
 * Random histories of orders (docs/testing.md). A failing one is repeated with FOYER_SEED=<the printed number>
 * FOYER_HISTORIES=1; with FOYER_HISTORIES_ALL=yes the run goes on, and each kind of fault is printed once.
 */
const seed = Number(process.env['FOYER_SEED'] ?? randomInt(1_000_000_000))
const HISTORIES = Number(process.env['FOYER_HISTORIES'] ?? (isLongRun() ? 5000 : 15))
const isGoingOn = process.env['FOYER_HISTORIES_ALL'] !== undefined

/** A new shop and database for each so many: reading a whole database takes longer the more histories are in it. */
const HISTORIES_OF_A_SHOP = 500
const shops = await Promise.all(
  Array.from({ length: Math.ceil(HISTORIES / HISTORIES_OF_A_SHOP) }, async () => {
    const shop = await historyShop()
    return { shop, contradict: contradictions(shop) }
  }),
)
type OwnShop = (typeof shops)[number]

test(
  `${HISTORIES} histories: every cent and every document adds up (seed ${seed})`,
  { timeout: 10_800_000 },
  async () => {
    console.log(`histories: FOYER_SEED=${seed} FOYER_HISTORIES=${HISTORIES}`)
    const began = performance.now()
    const found = new Map<string, string>()
    const counts = new Map<string, number>()
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
    let unchecked: History[] = []
    for (let number = 0; number < HISTORIES; number += 1) {
      const history = planned(seed + number)
      const inShop = number % HISTORIES_OF_A_SHOP
      const own = shopOf(number)
      let outcome: Failing = { history, ...(await make(own.shop, history)) }
      unchecked.push(history)
      const isLast = inShop === HISTORIES_OF_A_SHOP - 1 || number === HISTORIES - 1
      if (unchecked.length > inShop / CHECKED_EACH || isLast) {
        outcome = await withContradictions(own, outcome, unchecked)
        unchecked = []
      }
      for (const { kind } of outcome.faults) count(`fault ${kind}`)
      for (const what of outcome.seen) count(`seen ${what}`)
      for (const line of outcome.log) count(inGeneral(line))
      const [fault] = outcome.faults
      if (!fault || outcome.faults.every(({ kind }) => found.has(kind))) continue
      const text = report(await shrunk(outcome, one => whole(own, one)))
      for (const { kind } of outcome.faults) found.set(kind, text)
      console.log(text)
      if (!isGoingOn) throw new Error(text)
    }
    console.log(summary(counts, Math.round((performance.now() - began) / 1000)))
    expect(shops.flatMap(({ shop }) => shop.fakes).flatMap(fake => fake.violations())).toEqual([])
    expect([...found.keys()]).toEqual([])
    // Something has happened that could have gone wrong.
    for (const what of ['INVOICE', 'CREDIT_NOTE', 'RECEIPT', 'refund DONE']) {
      expect(counts.get(`seen ${what}`) ?? 0, what).toBeGreaterThanOrEqual(Math.floor(HISTORIES / 25))
    }
  },
)

function shopOf(number: number): OwnShop {
  const own = shops[Math.floor(number / HISTORIES_OF_A_SHOP)]
  if (!own) throw new RangeError(`no shop for history ${number}`)
  return own
}

/** An act and what came of it, without what differs each time. */
const inGeneral = (line: string): string =>
  line
    .replace(/^order \d: /, '')
    .replace(/ \(.*?\)/, '')
    .replaceAll(/[\w-]*\d[\w-]{6,}|\d+\.\d+|(?<=payment )\d+/g, '*')

/** What was seen; with FOYER_HISTORIES_ALL every act as well. */
function summary(counts: ReadonlyMap<string, number>, seconds: number): string {
  const shown = [...counts].filter(([what]) => isGoingOn || /^(fault|seen) /.test(what))
  const lines = shown.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([what, times]) => `${times} x ${what}`)
  return [`${HISTORIES} histories in ${seconds} s`, ...lines].join('\n')
}

/**
 * The search for contradictions reads the whole database, which takes longer the more is in it: after so many histories
 * it runs once for two of them, then once for three, and so on.
 */
const CHECKED_EACH = 100

/** Adds contradictions since the last search; makes each history since then again to find the one with the fault. */
async function withContradictions(own: OwnShop, outcome: Failing, made: readonly History[]): Promise<Failing> {
  const found = await own.contradict()
  if (found.length === 0) return outcome
  for (const history of made.length > 1 ? made : []) {
    const again = await whole(own, history)
    if (again.faults.length > 0) return { history, ...again }
  }
  return { ...outcome, faults: [...outcome.faults, ...found] }
}

async function whole({ shop, contradict }: OwnShop, history: History): Promise<Outcome> {
  const outcome = await make(shop, history)
  return { ...outcome, faults: [...outcome.faults, ...(await contradict())] }
}

function report({ history: { seed: own, shape }, faults, log, errors }: Failing): string {
  const settings = Object.entries(shape).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return [
    `History ${own}: ${[...new Set(faults.map(({ kind }) => kind))].join('; ')}`,
    ...faults.map(({ what }: Fault) => `  ${what}`),
    `  with ${settings.join(', ')}`,
    ...log.map((line, index) => `  ${index + 1}. ${line}`),
    ...(faults.some(({ kind }) => kind.startsWith('answers 5'))
      ? errors.slice(-2).map(line => line.slice(0, 1500))
      : []),
  ].join('\n')
}
