import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Pool } from 'pg'
import { MAX_OFFLINE_TICKETS } from '#contract/door-device.ts'
import {
  bulkStatusPath,
  checkInLogPath,
  downloadAttendeesPath,
  importReservationsPath,
  offlineCheckInPath,
  offlineIdentifiersPath,
  pathTo,
  ticketCategoriesPath,
} from '#contract/paths.ts'
import { instant } from '#domain/foundation/instant.ts'
import { seedEvents, seedOrders } from '#tests/support/organiser/many-events.ts'
import { openBenchShop } from './bench-shop.ts'
import { type Hold, LONGEST_HOLD_MS } from './loop-watch.ts'
import { connectionOf, describeMachine } from './machine.ts'
import { foyerOf } from './memory-use.ts'
import { openOrganiser } from './organiser.ts'
import { record, table } from './record.ts'
import { scaled } from './scale.ts'
import { whole } from './timings.ts'

/** Which work of a large shop holds the event loop, so that visitors wait: each act by itself, and who did. */

const SLUG = 'large'
const ORDERS = scaled(1000, 10)
const TICKETS_OF_AN_ORDER = 4
const EVENTS = scaled(10_000, 20)
const POLL_MS = 100
/** Lists of all events: for people, for clients of the wire, for search engines and readers of feeds. */
const PAGES = [
  '/',
  '/events-all',
  '/api/v2/public/events',
  '/sitemap.xml',
  '/feed/events.atom',
  '/feed/events.ics',
] as const

const folder = mkdtempSync(join(tmpdir(), 'foyer-loop-'))
const file = join(folder, 'holds.json')
process.env['WATCHED_LOOP'] = file
const shop = await openBenchShop({
  nodeOptions: [`--import=${fileURLToPath(new URL('loop-process.ts', import.meta.url))}`],
})
const organiser = await openOrganiser(shop)
const pool = new Pool({ ...connectionOf(shop), max: 2 })
try {
  await organiser.addEvent({ slug: SLUG, seats: ORDERS * TICKETS_OF_AN_ORDER, price: 120 })
  const now = instant(Date.now())
  await seedEvents(pool, { now, events: EVENTS, beginInDays: 40, seats: 1 })
  const ended = await seedEvents(pool, { now, events: 20, beginInDays: -30 })
  await seedOrders(pool, { now, events: ended, ordersEach: ORDERS / 10, status: 'PENDING', heldForDays: -1 })
  const path = { slug: SLUG, shortName: SLUG, eventName: SLUG }
  const rows: string[][] = []
  rows.push(await act(`${whole(ORDERS * 2)} abandoned carts end`, () => pause(scaled(20_000, 500))))
  rows.push(
    await act(`${whole(ORDERS)} orders of ${TICKETS_OF_AN_ORDER} tickets are imported`, () => importOrders(path)),
  )
  for (const [name, address] of [
    ['attendees of an event', downloadAttendeesPath],
    ['log of scans', checkInLogPath],
  ] as const)
    rows.push(await act(name, () => read(pathTo(address, path), { key: organiser.apiKey })))
  rows.push(await act('tickets for a door without a connection', () => fetchOffline(path)))
  for (const page of PAGES) rows.push(await act(`\`${page}\` with ${whole(EVENTS)} events`, () => read(page)))
  record('loop', 'Who holds the event loop', [
    await describeMachine(shop),
    '',
    `Times of over ${LONGEST_HOLD_MS} ms of processor in which the main thread served nothing else, while it did one act;`,
    'with the functions that took most of the longest one.',
    '',
    ...table([['act', 'holds', 'longest', 'who'], ...rows]),
  ])
} finally {
  await pool.end()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
}

async function act(name: string, work: () => Promise<unknown>): Promise<string[]> {
  process.kill(foyerOf(shop), 'SIGUSR2')
  await pause(scaled(500, 200))
  await work()
  process.kill(foyerOf(shop), 'SIGUSR2')
  const holds = await whenWritten()
  const [longest] = holds.toSorted((one, two) => two.milliseconds - one.milliseconds)
  const row = [
    name,
    whole(holds.length),
    longest ? `${Math.round(longest.milliseconds)} ms` : '',
    longest?.functions.slice(-3).join(', ') ?? '',
  ]
  console.log(row.join('  '))
  return row
}

async function whenWritten(): Promise<readonly Hold[]> {
  for (;;) {
    await pause(POLL_MS)
    if (!existsSync(file)) continue
    const text = readFileSync(file, 'utf8')
    if (!text.endsWith(']')) continue
    rmSync(file)
    return JSON.parse(text)
  }
}

type Sent = { readonly key?: string; readonly body?: unknown }

/** @param sent.key Of an organiser or a scanning app. @param sent.body As JSON, by POST. */
async function read(path: string, { key, body }: Sent = {}): Promise<string> {
  const answer = await fetch(`${shop.base}${path}`, {
    headers: {
      ...(key !== undefined && { authorization: `ApiKey ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  return answer.text()
}

type Place = { readonly slug: string; readonly shortName: string; readonly eventName: string }

async function importOrders(path: Place): Promise<void> {
  const { ticketCategories } = JSON.parse(await read(pathTo(ticketCategoriesPath, path)))
  const attendee = (order: number, place: number) => ({
    firstName: `First ${order}`,
    lastName: `Last ${place}`,
    email: `person.${order}.${place}@example.org`,
  })
  const body = Array.from({ length: ORDERS }, (_, order) => ({
    user: attendee(order, 0),
    tickets: [
      {
        ticketCategoryId: ticketCategories[0].id,
        quantity: TICKETS_OF_AN_ORDER,
        attendees: Array.from({ length: TICKETS_OF_AN_ORDER }, (__, place) => attendee(order, place)),
      },
    ],
  }))
  const key = organiser.apiKey
  const sent = await read(`${pathTo(importReservationsPath, path)}?language=en`, { key, body })
  const { batchId } = JSON.parse(sent)
  for (;;) {
    const text = await read(pathTo(bulkStatusPath, { ...path, requestId: batchId }), { key })
    const { countPending, countError } = JSON.parse(text)
    if (countError > 0) throw new Error(`${countError} orders were not made`)
    if (countPending === 0) return
    await pause(POLL_MS)
  }
}

/** As a scanning app does before the doors open. */
async function fetchOffline(path: Place): Promise<void> {
  const key = organiser.scanKey
  const numbers = JSON.parse(await read(pathTo(offlineIdentifiersPath, path), { key }))
  for (let from = 0; from < numbers.length; from += MAX_OFFLINE_TICKETS) {
    const body = numbers.slice(from, from + MAX_OFFLINE_TICKETS)
    const tickets = JSON.parse(await read(pathTo(offlineCheckInPath, path), { key, body }))
    const sent = Object.keys(tickets).length
    if (sent !== body.length) throw new Error(`${sent} of ${body.length} tickets were sent`)
  }
}
