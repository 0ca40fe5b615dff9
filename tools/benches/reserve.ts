import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { ask, describeMachine } from './machine.ts'
import { type Organiser, openOrganiser } from './organiser.ts'
import { hasPgbench, runPgbench } from './pgbench.ts'
import { record, table } from './record.ts'
import { type Measured, reserveOverHttp } from './reserve-over-http.ts'
import { inMilliseconds, median, whole } from './timings.ts'
import { scaled } from './scale.ts'

/**
 * What Foyer makes of its database: the HTTP call that reserves, against pgbench with the same statement and parameters
 * on the same PostgreSQL. The load generator runs on the same processors in both cases.
 */

const CLIENTS = 32
const SEATS_EACH = 2
const SEATS = scaled(40_000, 2000)
const RESERVATIONS = scaled(9600, 64)
const WARM_UP = scaled(3200, 32)
const ROUNDS = scaled(3, 1)

type Round = { readonly http: Measured; readonly pgbench: Measured }

if (!hasPgbench()) throw new Error('pgbench is missing: it comes with PostgreSQL (apt-get install postgresql)')
const shop = await openBenchShop()
try {
  const organiser = await openOrganiser(shop)
  await measureRound(shop, organiser, { name: 'warm-up', reservations: WARM_UP })
  const rounds: Round[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    rounds.push(await measureRound(shop, organiser, { name: `round-${round}`, reservations: RESERVATIONS }))
    console.log(`round ${round}:`, rounds.at(-1))
  }
  await report(shop, rounds)
} finally {
  await shop.close()
}

async function measureRound(
  on: BenchShop,
  organiser: Organiser,
  { name, reservations }: { name: string; reservations: number },
) {
  const [overHttp, alone] = [`${name}-http`, `${name}-pgbench`]
  for (const slug of [overHttp, alone]) await organiser.addEvent({ slug, seats: SEATS, price: 120 })
  const http = await reserveOverHttp(on, {
    slug: overHttp,
    reservations,
    clients: CLIENTS,
    seatsEach: SEATS_EACH,
  })
  const result = await runPgbench(on, { slug: alone, reservations, seatsEach: SEATS_EACH, connections: CLIENTS })
  for (const slug of [overHttp, alone]) await assertHeld(on, slug, reservations)
  return { http, pgbench: { perSecond: result.perSecond, p50: result.averageMilliseconds, p99: undefined } }
}

/** A fast answer that holds no seat would be a fine figure. */
async function assertHeld(on: BenchShop, slug: string, reservations: number): Promise<void> {
  const [held] = await ask<{ seats: number; orders: number }>(
    on,
    `select count(*)::int as seats, count(distinct reservation_id)::int as orders
     from ticket join event on event.id = ticket.event_id where short_name = $1 and status = 'PENDING'`,
    [slug],
  )
  const isRight = held?.orders === reservations && held.seats === reservations * SEATS_EACH
  if (!isRight) throw new Error(`${slug}: ${reservations} reservations should be held, found ${JSON.stringify(held)}`)
}

async function report(on: BenchShop, rounds: readonly Round[]): Promise<void> {
  const ratio = median(rounds.map(({ http, pgbench }) => http.perSecond / pgbench.perSecond))
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  record('reserve', 'Reserve', [
    await describeMachine(on),
    '',
    `${CLIENTS} clients, ${SEATS_EACH} tickets each time, ${whole(RESERVATIONS)} reservations a round, medians of ${rounds.length} rounds;`,
    'client and server share the processors. pgbench sends the same statement with the same parameters.',
    '',
    ...table([
      ['', 'reservations a second', 'p50', 'p99'],
      [
        'HTTP `reserve-tickets`',
        whole(of(({ http }) => http.perSecond)),
        inMilliseconds(of(({ http }) => http.p50)),
        inMilliseconds(of(({ http }) => http.p99 ?? 0)),
      ],
      [
        'pgbench, prepared',
        whole(of(({ pgbench }) => pgbench.perSecond)),
        `${inMilliseconds(of(({ pgbench }) => pgbench.p50))} on average`,
        '',
      ],
    ]),
    '',
    `**Ratio ${ratio.toFixed(2)}** (each round: ${rounds.map(({ http, pgbench }) => (http.perSecond / pgbench.perSecond).toFixed(2)).join(', ')}).`,
  ])
}
