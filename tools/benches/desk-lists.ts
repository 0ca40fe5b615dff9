import { pino } from 'pino'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Principal } from '#domain/access/principal/principal.ts'
import { reachOf } from '#domain/access/principal/principal.ts'
import { readOrderSearch } from '#domain/organiser/order-desk/order-search.ts'
import { after } from '#domain/foundation/instant.ts'
import { systemClock } from '#server/foundation/base/time.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { countAttendees } from '#server/organiser/attendees/attendee-store.ts'
import { listAttendees } from '#server/organiser/attendees/list-attendees.ts'
import { readFigures } from '#server/organiser/event-statistics/event-figures.ts'
import { type OrderList, contextsOf, countOrders, listOrders } from '#server/organiser/desk-orders/list-orders.ts'
import { openShop } from '#server/shop.ts'
import {
  connectionTo,
  createMigratedDatabase,
  dropDatabase,
  newDatabaseName,
  openTestServer,
} from '#tests/support/database/postgresql.ts'
import { seedYears } from '#tests/support/organiser/sold-out-years.ts'
import { describeMachine } from './machine.ts'
import { record, table } from './record.ts'
import { inMilliseconds, median, whole } from './timings.ts'
import { scaled } from './scale.ts'

/** What the list of orders at the desk costs in a shop that has sold for years: pages, filters, searches and counts. */

const ORDERS = scaled(100_000, 60)
const EVENTS = scaled(200, 3)
const ROUNDS = scaled(9, 1)

const server = await openTestServer()
const name = newDatabaseName(process.pid)
await createMigratedDatabase(server.connection, name)
const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const { host, user, password } = connectionTo(server.connection, name)
const url = `postgresql://${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password))}@/${name}?host=${encodeURIComponent(host ?? '')}`
const config = { ...readConfig({ defaultDataFolder: folder, FOYER_SAMPLE: 'no' }), databaseUrl: url }
const shop = await openShop({ config, clock: systemClock(), logger: pino({ level: 'silent' }) })

try {
  const now = shop.clock.now()
  const { db } = shop
  const [event = 0, ...others] = await seedYears(shop.pool, { now, events: EVENTS, orders: ORDERS })
  const scope = { organizationId: 0, eventId: others[0] ?? 0 }
  const owner: Principal = { kind: 'member', memberId: 1, roles: [{ role: 'OWNER', scope: { kind: 'shop' } }] }
  const ofEvent: Principal = {
    kind: 'member',
    memberId: 1,
    roles: [{ role: 'DESK', scope: { kind: 'event', ...scope } }],
  }
  const rows: string[][] = [['', 'orders', 'page', 'counts']]
  const measure = async (what: string, list: Partial<OrderList>, q = '', by: Principal = owner): Promise<void> => {
    const sight = { orders: reachOf(by, 'serve-orders'), money: reachOf(by, 'manage-orders') }
    const caller = { by, sight, language: 'en', now }
    const filter = { search: readOrderSearch(q), ...list }
    const page = () => listOrders(db, filter, caller)
    const counts = () => countOrders(db, filter, caller)
    const all = await counts()
    rows.push([what, all ? whole(all.ALL) : 'over 5,000', await medianOf(page), await medianOf(counts)])
  }
  await measure('all', {})
  await measure('of one event', { contextId: event })
  for (const show of ['NEEDS', 'AWAITED', 'COMPLETE', 'OPEN', 'ENDED', 'REFUND'] as const) {
    await measure(`all, ${show.toLowerCase()}`, { show })
  }
  await measure('paid by card', { method: 'STRIPE' })
  await measure('with a tag that none has', { tag: 'vip' })
  for (const q of [
    'guest77777@example.org',
    'bako',
    'example.org',
    'a',
    'zzzz',
    'ag',
    '7f3a91c2',
    '60.00',
    'bako ri',
  ]) {
    await measure(`search for "${q}"`, {}, q)
  }
  await measure('search for "example", those that need a person', { show: 'NEEDS' }, 'example')
  await measure('of a member for one event', {}, '', ofEvent)
  await measure('search for "example" by a member for one event', {}, 'example', ofEvent)
  const middle = await listOrders(
    db,
    { search: readOrderSearch(''), after: { createdAt: after(now, -ORDERS * 120_000), id: crypto.randomUUID() } },
    { by: owner, sight: { orders: 'everything', money: 'everything' }, language: 'en', now },
  )
  rows.push(['a page in the middle', whole(middle.orders.length), '', ''])
  const contexts = () => contextsOf(db, { orders: 'everything', money: 'everything' }, 'en')
  rows.push(['events and passes to choose from', whole((await contexts()).length), await medianOf(contexts), ''])
  const largest = await measureLargest(event, owner)
  record('desk-lists', 'Orders at the desk', [
    await describeMachine(),
    '',
    `${whole(ORDERS)} orders of three tickets at ${whole(EVENTS)} events. Medians of ${ROUNDS} rounds: a page of 100, and the counts of all parts, which come with the first page alone; of a search only up to 5,000.`,
    '',
    ...table(rows),
    '',
    `Of the largest event, with ${whole(largest.tickets)} tickets:`,
    '',
    ...table([['', 'time'], ...largest.rows]),
    '',
    'How PostgreSQL finds a part of a name:',
    '',
    '```',
    ...(await planOf(`select reservation_id from desk_order_search where text like '%bako%'`)),
    '```',
  ])
} finally {
  await shop.close()
  await dropDatabase(server.connection, name)
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

/** The figures and the people of an event that sold as much as three tenths of the shop. */
async function measureLargest(eventId: number, by: Principal) {
  const { db, catalog } = shop
  const offer = await catalog.eventOf(eventId)
  const people = (q: string) => ({
    filter: { search: readOrderSearch(q) },
    limit: 100,
    language: 'en',
    maySeeMoney: true,
  })
  const asked = { eventId, compareWith: undefined, by, language: 'en' }
  const rows: string[][] = []
  const measure = async (what: string, work: () => Promise<unknown>) => rows.push([what, await medianOf(work)])
  await measure('figures', () => readFigures(shop, asked))
  await measure('people by name, the first page', () => listAttendees(db, offer, people('')))
  await measure('their number', () => countAttendees(db, eventId, people('').filter))
  await measure('people found by "bako"', () => listAttendees(db, offer, people('bako')))
  return { tickets: await countAttendees(db, eventId, people('').filter), rows }
}

async function medianOf(work: () => Promise<unknown>): Promise<string> {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    await work()
    taken.push(performance.now() - began)
  }
  return inMilliseconds(median(taken))
}

async function planOf(statement: string): Promise<string[]> {
  const { rows } = await shop.pool.query<Record<string, string>>(
    `explain (analyze, costs off, buffers off) ${statement}`,
  )
  return rows.map(row => row['QUERY PLAN'] ?? '')
}
