import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { eventPagePath, eventPath, pathTo, reserveTicketsPath, ticketCategoriesPath } from '#contract/paths.ts'
import { instant } from '#domain/foundation/instant.ts'
import { seedEvents, seedOrders } from '#tests/support/organiser/many-events.ts'
import { openBenchShop } from './bench-shop.ts'
import { connectionOf, describeMachine } from './machine.ts'
import { openOrganiser } from './organiser.ts'
import { record, table } from './record.ts'
import { isShort, scaled } from './scale.ts'
import { inMilliseconds, median, whole } from './timings.ts'
import { type Visitor, openVisitor, textOf } from './visitor.ts'

/**
 * What a call costs while the shop grows: the same calls of one visitor with 10 events and none sold, up to 100,000
 * events and 3 million sold tickets. Two hundred events are to come at most; the others are over.
 */

const SLUG = 'busy'
const SEATS = 1000
const TO_COME = 200
const STEPS = isShort
  ? [
      { events: 2, sold: 0 },
      { events: 10, sold: 20 },
    ]
  : [
      { events: 10, sold: 0 },
      { events: 1000, sold: 30_000 },
      { events: 10_000, sold: 300_000 },
      { events: 100_000, sold: 3_000_000 },
    ]
/** So many events are filled by one statement. */
const AT_ONCE = 500
const SAMPLES = scaled(8, 1)
/** Longer than anything is kept without asking the database. */
const NOT_KEPT_MS = 950
/** A table with fewer rows may be read as a whole. */
const LARGE = 5000

const shop = await openBenchShop()
// Without the limits of the shop's own connections: filling takes minutes.
const pool = new Pool({ ...connectionOf(shop), max: 2 })
const visitor = openVisitor(shop.base)
try {
  const organiser = await openOrganiser(shop)
  await organiser.addEvent({ slug: SLUG, seats: SEATS, price: 120, isBounded: true })
  // With a single event, home leads to it.
  await organiser.addEvent({ slug: 'another', seats: 10, price: 120 })
  const calls = await callsOf(visitor)
  for (const { make } of calls) await make()
  const rows: string[][] = []
  let before = { events: 0, sold: 0 }
  for (const step of STEPS) {
    await grow(pool, before, step)
    rows.push(await measure(step))
    console.log(rows.at(-1)?.join('  '))
    before = step
  }
  record('size', 'Cost over size', [
    await describeMachine(shop),
    '',
    `Medians of ${SAMPLES} calls of one visitor, ${NOT_KEPT_MS} ms apart, so that each asks the database. ${TO_COME} events are to come at`,
    `most, the others are over. The last column names the tables of more than ${whole(LARGE)} rows that were read as a whole`,
    'meanwhile, by a call or by a job.',
    '',
    ...table([['events, sold tickets', ...calls.map(({ name }) => name), 'read as a whole'], ...rows]),
  ])

  async function measure({ events, sold }: (typeof STEPS)[number]): Promise<string[]> {
    const taken = calls.map((): number[] => [])
    const scans = await wholeReads(pool)
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await pause(NOT_KEPT_MS)
      for (const [index, { make }] of calls.entries()) taken[index]?.push(await make())
    }
    const read = [...(await wholeReads(pool))].filter(([name, count]) => count > (scans.get(name) ?? 0))
    const medians = taken.map(milliseconds => inMilliseconds(median(milliseconds)))
    return [`${whole(events)}, ${whole(sold)}`, ...medians, read.map(([name]) => `\`${name}\``).join(', ')]
  }
} finally {
  visitor.leave()
  await pool.end()
  await shop.close()
}

type Measured = { readonly name: string; make(): Promise<number> }

async function callsOf(by: Visitor): Promise<readonly Measured[]> {
  await by.get(pathTo(eventPath, { shortName: SLUG }))
  const offer = await by.get(pathTo(ticketCategoriesPath, { shortName: SLUG }))
  const ticketCategoryId: number = JSON.parse(textOf(offer)).ticketCategories[0].id
  const read = (name: string, path: () => string): Measured => ({
    name,
    make: async () => {
      const answer = await by.get(path())
      if (answer.status !== 200) throw new Error(`${name} was answered ${answer.status}`)
      return answer.milliseconds
    },
  })
  let searches = 0
  const reserve = async () => {
    const form = { reservation: [{ ticketCategoryId, quantity: 1 }] }
    const answer = await by.post(`${pathTo(reserveTicketsPath, { shortName: SLUG })}?lang=en`, form)
    if (answer.status !== 200) throw new Error(`reserving was answered ${answer.status}: ${textOf(answer)}`)
    return answer.milliseconds
  }
  return [
    { name: 'reserve', make: reserve },
    read('event page', () => pathTo(eventPagePath, { shortName: SLUG })),
    read('home', () => '/'),
    read('list', () => '/events-all'),
    read('search', () => `/events-all?search=busy${(searches += 1)}`),
  ]
}

type Size = { readonly events: number; readonly sold: number }

/** Adds what is missing, and lets PostgreSQL count it. */
async function grow(on: Pool, from: Size, to: Size): Promise<void> {
  const now = instant(Date.now())
  const toCome = Math.max(0, Math.min(TO_COME, to.events) - Math.min(TO_COME, from.events))
  const over = to.events - from.events - toCome
  await seedEvents(on, { now, events: toCome, beginInDays: 40, seats: 20 })
  const each = Math.floor((to.sold - from.sold) / Math.max(1, over))
  for (let made = 0; made < over; made += AT_ONCE) {
    const events = await seedEvents(on, { now, events: Math.min(AT_ONCE, over - made), beginInDays: -30 })
    if (each > 0) await seedOrders(on, { now, events, ordersEach: each, status: 'COMPLETE', heldForDays: -40 })
  }
  await on.query('vacuum analyze')
  await pause(scaled(5000, 100))
}

/** How often each large table has been read as a whole. */
async function wholeReads(on: Pool): Promise<ReadonlyMap<string, number>> {
  await on.query('select pg_stat_clear_snapshot()')
  const { rows } = await on.query<{ relname: string; seq_scan: string }>(
    'select relname, seq_scan from pg_stat_user_tables where n_live_tup > $1',
    [LARGE],
  )
  return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]))
}
