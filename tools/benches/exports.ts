import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { deskExportPath, deskOrdersPath, pathTo } from '#contract/paths.ts'
import type { ExportKindName } from '#domain/organiser/export/export-kind.ts'
import { systemClock } from '#server/foundation/base/time.ts'
import { seedYears } from '#tests/support/organiser/sold-out-years.ts'
import { openBenchShop } from './bench-shop.ts'
import { connectionOf, describeMachine } from './machine.ts'
import { openOrganiser } from './organiser.ts'
import { record, table } from './record.ts'
import { type Measured, reserveOverHttp } from './reserve-over-http.ts'
import { scaled } from './scale.ts'
import { inMilliseconds, median, timings, whole } from './timings.ts'

/**
 * Exports of a shop that has sold for years, over HTTP: how soon they begin, how long they take, and what buyers of another event
 * notice of them.
 */

const ORDERS = scaled(100_000, 60)
const EVENTS = scaled(200, 3)
const CLIENTS = 16
const SEATS_EACH = 2
const RESERVATIONS = scaled(3000, 32)
const ROUNDS = scaled(5, 1)

type Format = 'csv' | 'xlsx'
type Round = { readonly alone: Measured; readonly meanwhile: Measured; readonly lists: number }
type Asked = {
  readonly kind: ExportKindName
  readonly format: Format
  readonly of: { event: number } | { organization: number }
}

const shop = await openBenchShop()
const pool = new Pool({ ...connectionOf(shop), max: 2 })
const organiser = await openOrganiser(shop)
try {
  const [largest = 0] = await seedYears(pool, { now: systemClock().now(), events: EVENTS, orders: ORDERS })
  const { rows: owners } = await pool.query<{ id: number }>("select id from organization where slug = 'bench'")
  const organization = owners[0]?.id ?? 0
  await pool.query('update purchase_context set organization_id = $1', [organization])
  const rows: string[][] = [['', 'first bytes', 'whole', 'MB']]
  const asked: readonly Asked[] = (['csv', 'xlsx'] as const).flatMap(format => [
    { kind: 'orders', format, of: { organization } },
    { kind: 'payments', format, of: { organization } },
    { kind: 'attendees', format, of: { event: largest } },
  ])
  for (const each of asked) {
    const { first, all, bytes } = await download(each)
    const what = `${each.kind}${'event' in each.of ? ' of the largest event' : ''}, ${each.format.toUpperCase()}`
    rows.push([what, inMilliseconds(first), `${(all / 1000).toFixed(1)} s`, (bytes / 1e6).toFixed(1)])
  }
  const name = (round: number, how: string) => `round-${round}-${how}`
  const reserve = async (slug: string): Promise<Measured> => {
    await organiser.addEvent({ slug, seats: RESERVATIONS * SEATS_EACH + 100, price: 120 })
    return reserveOverHttp(shop, { slug, reservations: RESERVATIONS, clients: CLIENTS, seatsEach: SEATS_EACH })
  }
  await reserve('warm-up')
  const rounds: Round[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const alone = await reserve(name(round, 'alone'))
    const [meanwhile, lists] = await whileExporting(asked, () => reserve(name(round, 'meanwhile')))
    rounds.push({ alone, meanwhile, lists })
    console.log(`round ${round}:`, rounds.at(-1))
  }
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  record('exports', 'Exports', [
    await describeMachine(shop),
    '',
    `${whole(ORDERS)} orders of three tickets at ${whole(EVENTS)} events, three tenths of them at the largest. Files are streamed.`,
    '',
    ...table(rows),
    '',
    `${CLIENTS} buyers reserve ${SEATS_EACH} tickets of another event each time; by turns alone, and while one export follows the other and a`,
    `member reads the list of orders four times a second. Medians of ${rounds.length} rounds of ${whole(RESERVATIONS)} reservations.`,
    '',
    ...table([
      ['', 'reservations a second', 'p50', 'p99'],
      ['alone', ...inWords(of, 'alone')],
      ['while exports run', ...inWords(of, 'meanwhile')],
    ]),
    '',
    `**Ratio ${of(({ alone, meanwhile }) => meanwhile.perSecond / alone.perSecond).toFixed(2)}**; the list of orders meanwhile: ${inMilliseconds(of(({ lists }) => lists))}.`,
  ])
} finally {
  await pool.end()
  await shop.close()
}

function inWords(of: (pick: (round: Round) => number) => number, which: 'alone' | 'meanwhile') {
  return [
    whole(of(round => round[which].perSecond)),
    inMilliseconds(of(round => round[which].p50)),
    inMilliseconds(of(round => round[which].p99 ?? 0)),
  ]
}

type Downloaded = { readonly first: number; readonly all: number; readonly bytes: number }

/** Takes a file as fast as it comes, and keeps nothing of it. */
async function download({ kind, format, of }: Asked, signal?: AbortSignal): Promise<Downloaded> {
  const query = new URLSearchParams({
    format,
    ...Object.fromEntries(Object.entries(of).map(([name, id]) => [name, String(id)])),
  })
  const began = performance.now()
  const answer = await fetch(`${shop.base}${pathTo(deskExportPath, { kind })}?${query.toString()}`, asOrganiser(signal))
  if (!answer.ok || !answer.body) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`)
  let [first, bytes] = [0, 0]
  for await (const chunk of answer.body) {
    first ||= performance.now() - began
    bytes += chunk.length
  }
  return { first, all: performance.now() - began, bytes }
}

/** Does the work while one export follows the other; also returns how long the list of orders took meanwhile. */
async function whileExporting(all: readonly Asked[], work: () => Promise<Measured>): Promise<[Measured, number]> {
  const end = new AbortController()
  const unlessEnded = (error: unknown): void => {
    if (!end.signal.aborted) throw error
  }
  const exporting = async (): Promise<void> => {
    while (!end.signal.aborted) for (const each of all) await download(each, end.signal).catch(unlessEnded)
  }
  const lists = timings()
  const listing = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const began = performance.now()
      const answer = await fetch(shop.base + deskOrdersPath, asOrganiser())
      if (!answer.ok) throw new Error(`the list of orders was answered ${answer.status}`)
      await answer.arrayBuffer()
      lists.add(performance.now() - began)
      await pause(250)
    }
  }
  const meanwhile = [exporting(), listing()]
  const measured = await work().finally(() => end.abort())
  await Promise.all(meanwhile)
  return [measured, lists.summary().p50]
}

function asOrganiser(signal?: AbortSignal): RequestInit {
  return { headers: { authorization: `ApiKey ${organiser.apiKey}` }, ...(signal ? { signal } : {}) }
}
