import { setTimeout as pause } from 'node:timers/promises'
import type { ItemsByCategory } from '#contract/event.ts'
import { eventPagePath, eventPath, pathTo, reserveTicketsPath, ticketCategoriesPath } from '#contract/paths.ts'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { describeMachine } from './machine.ts'
import { openOrganiser } from './organiser.ts'
import { record, table } from './record.ts'
import { inMilliseconds, timings, whole } from './timings.ts'
import { type Answer, openVisitor, textOf } from './visitor.ts'
import { scaled } from './scale.ts'

/**
 * What browsing costs while the stock changes under it, and how old its answers are. Once the reservations are made by
 * the process that answers, which drops from its cache at once what it has changed; once by another one, of which it
 * learns by and by.
 */

const SLUG = 'busy'
const SEATS = scaled(40_000, 500)
const CLIENTS = 32
const SECONDS = scaled(6, 1)
const RESERVATIONS_PER_SECOND = 25
const OLDEST_MS = 1000
/** Reading what every answer says would cost the processors more than making it. */
const READS_EVERY = 5

const CALLS = [
  { name: 'event page (HTML)', path: pathTo(eventPagePath, { shortName: SLUG }) },
  { name: '`ticket-categories`', path: pathTo(ticketCategoriesPath, { shortName: SLUG }) },
] as const

type Call = (typeof CALLS)[number]

/** When how many seats were left: what the writer has received. */
type Ledger = { readonly left: number; readonly at: number }[]

const shop = await openBenchShop()
const other = await openBenchShop({ beside: shop })
try {
  const organiser = await openOrganiser(shop)
  await organiser.addEvent({ slug: SLUG, seats: SEATS, price: 120, isBounded: true })
  const ledger: Ledger = [{ left: SEATS, at: performance.now() }]
  for (const call of CALLS) await visit(shop, call, { ledger, writer: shop, seconds: 2 })
  const rows: string[][] = []
  for (const writer of [shop, other]) {
    for (const call of CALLS) rows.push(await measure(call, { ledger, writer }))
  }
  record('pages', 'Pages', [
    await describeMachine(shop),
    '',
    `${CLIENTS} clients for ${SECONDS} s each while ${RESERVATIONS_PER_SECOND} reservations a second change the stock; answers travel compressed, as browsers ask`,
    `for them; client and server share the processors. One answer in ${READS_EVERY} is read: the free seats in it may be at most 1 s old.`,
    '',
    ...table([['', 'the stock is changed by', 'requests a second', 'p50', 'p99', 'oldest answer'], ...rows]),
  ])
} finally {
  await other.close()
  await shop.close()
}

async function measure(call: Call, { ledger, writer }: { ledger: Ledger; writer: BenchShop }): Promise<string[]> {
  const { perSecond, p50, p99, oldest } = await visit(shop, call, { ledger, writer, seconds: SECONDS })
  if (oldest > OLDEST_MS) throw new Error(`${call.name}: an answer was ${Math.round(oldest)} ms old`)
  const who = writer === shop ? 'the same process' : 'another process'
  return [call.name, who, whole(perSecond), inMilliseconds(p50), inMilliseconds(p99), inMilliseconds(oldest)]
}

type Visit = { readonly ledger: Ledger; readonly writer: BenchShop; readonly seconds: number }

async function visit(on: BenchShop, call: Call, { ledger, writer, seconds }: Visit) {
  const taken = timings()
  const until = performance.now() + seconds * 1000
  let oldest = 0
  const visitors = Array.from({ length: CLIENTS }, () => openVisitor(on.base))
  const reading = visitors.map(async visitor => {
    for (let count = 0; performance.now() < until; count += 1) {
      const answer = await visitor.get(call.path)
      const receivedAt = performance.now()
      if (answer.status !== 200) throw new Error(`${call.name} was answered ${answer.status}`)
      taken.add(answer.milliseconds)
      if (count % READS_EVERY === 0) oldest = Math.max(oldest, ageOf(seatsShown(answer), ledger, receivedAt))
    }
  })
  await Promise.all([...reading, reserveSteadily(writer, ledger, until)])
  for (const visitor of visitors) visitor.leave()
  const { count, p50, p99 } = taken.summary()
  return { perSecond: count / seconds, p50, p99, oldest }
}

/** How long an answer with so many seats has been wrong: since the first reservation it does not know of. */
function ageOf(seatsShown: number, ledger: Ledger, now: number): number {
  const overtaken = ledger.find(({ left }) => left < seatsShown)
  return overtaken ? now - overtaken.at : 0
}

async function reserveSteadily(writer: BenchShop, ledger: Ledger, until: number): Promise<void> {
  const visitor = openVisitor(writer.base)
  await visitor.get(pathTo(eventPath, { shortName: SLUG }))
  const {
    ticketCategories: [category],
  } = categoriesOf(await visitor.get(pathTo(ticketCategoriesPath, { shortName: SLUG })))
  const form = { reservation: [{ ticketCategoryId: category?.id, quantity: 1 }] }
  for (let due = performance.now(); due < until; due += 1000 / RESERVATIONS_PER_SECOND) {
    await pause(Math.max(0, due - performance.now()))
    const answer = await visitor.post(`${pathTo(reserveTicketsPath, { shortName: SLUG })}?lang=en`, form)
    if (answer.status !== 200) throw new Error(`reserving was answered ${answer.status}: ${textOf(answer)}`)
    ledger.push({ left: (ledger.at(-1)?.left ?? 0) - 1, at: performance.now() })
  }
  visitor.leave()
}

function categoriesOf(answer: Answer): ItemsByCategory {
  return JSON.parse(textOf(answer))
}

function seatsShown(answer: Answer): number {
  const [, seats] = /"availableTickets":(\d+)/.exec(textOf(answer)) ?? []
  if (seats === undefined) throw new Error('the answer does not say how many seats are left')
  return Number(seats)
}
