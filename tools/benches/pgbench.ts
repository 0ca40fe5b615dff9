import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLE } from '#server/foundation/database/embedded/cluster.ts'
import { readPassword } from '#server/foundation/database/embedded/folder.ts'
import { connectionPool } from '#server/foundation/database/connect.ts'
import { type Database, database } from '#server/foundation/database/database.ts'
import { openCatalog } from '#server/catalog/catalog/catalog.ts'
import { type SeatRequest, holdSeats } from '#server/order/stock/hold-seats.ts'
import { after, instant, minutes } from '#domain/foundation/instant.ts'
import { newTickets, priceItem, priceOrder } from '#domain/order/pricing/price-order.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { BenchShop } from './bench-shop.ts'
import { connectionOf } from './machine.ts'
import { testSealing } from '../../tests/support/database/test-sealing.ts'

/** What pgbench is to do: so many reservations, each of so many seats of one event, over so many connections. */
export type Load = {
  readonly slug: string
  readonly reservations: number
  readonly seatsEach: number
  readonly connections: number
}

export type PgbenchResult = { readonly perSecond: number; readonly averageMilliseconds: number }

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

/** Has pgbench run the statement of hold-seats.ts with the parameters Foyer would send; only the id is new each time. */
export async function runPgbench(shop: BenchShop, load: Load): Promise<PgbenchResult> {
  const { text, values } = await statementFor(shop, load)
  const folder = mkdtempSync(join(tmpdir(), 'foyer-pgbench-'))
  const script = join(folder, 'reserve.sql')
  writeFileSync(script, `\\set random random(1, ${Number.MAX_SAFE_INTEGER})\n${asScript(text, values)};\n`)
  try {
    return await pgbench(shop, { load, script, values })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function statementFor(shop: BenchShop, { slug, seatsEach }: Load) {
  const pool = connectionPool(connectionOf(shop), 1)
  const db = database(pool, testSealing)
  const offer = await openCatalog(db).offeredEvent(slug)
  await pool.end()
  const [category] = offer?.categories ?? []
  const id = reservationId(randomUUID())
  if (!offer || !category || !id) throw new Error(`there is no event ${slug} to reserve`)
  const { context: event } = offer
  const now = instant(Date.now())
  const tickets = newTickets(category.id, category.price, seatsEach)
  return statementOf(db, {
    id,
    event,
    language: event.languages[0],
    lines: [{ category, quantity: seatsEach, unit: priceItem(category.price, event.tax) }],
    price: priceOrder({ tickets, services: [], code: null, tax: event.tax }).price,
    promoCodeId: null,
    discountRuleId: null,
    now,
    validity: after(now, minutes(25)),
    visit: null,
  })
}

/** The first statement that holds these seats, taken down where it would be sent; it is never answered. */
function statementOf(db: Database, request: SeatRequest): Promise<{ text: string; values: readonly unknown[] }> {
  return new Promise((resolve, reject) => {
    const query: Database['query'] = ({ text }, values = []) => {
      resolve({ text, values })
      return new Promise(() => {})
    }
    holdSeats({ ...db, query }, request).catch(reject)
  })
}

const ID = 1

/**
 * `$2` becomes pgbench's variable `:p2`, which it sends as a parameter again, but for null, which no variable can be; the id
 * is made of its random number.
 */
function asScript(text: string, values: readonly unknown[]): string {
  const parameter = (number: number): string => (isNull(values[number - 1]) ? 'null' : `:p${number}`)
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\$(\d+)/g, (_, number) =>
      Number(number) === ID ? "array[lpad(to_hex(:random::bigint), 32, '0')]" : parameter(Number(number)),
    )
}

async function pgbench(
  shop: BenchShop,
  { load, script, values }: { load: Load; script: string; values: readonly unknown[] },
): Promise<PgbenchResult> {
  const parameters = values.flatMap((value, index) =>
    index + 1 === ID || isNull(value) ? [] : ['-D', `p${index + 1}=${asText(value)}`],
  )
  const each = Math.ceil(load.reservations / load.connections)
  const options = [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${load.connections}`,
    '--jobs=1',
    `--transactions=${each}`,
  ]
  const output = await outputOf('pgbench', [...options, `--file=${script}`, ...parameters, 'foyer'], {
    PGHOST: shop.database.sockets,
    PGPORT: '5432',
    PGUSER: ROLE,
    PGPASSWORD: readPassword(shop.database),
  })
  const [, perSecond] = /tps = ([\d.]+)/.exec(output) ?? []
  const [, average] = /latency average = ([\d.]+) ms/.exec(output) ?? []
  const isComplete = output.includes(`transactions actually processed: ${each * load.connections}/`)
  if (perSecond === undefined || average === undefined || !isComplete)
    throw new Error(`pgbench said: ${output.slice(0, 2000)}`)
  return { perSecond: Number(perSecond), averageMilliseconds: Number(average) }
}

/** An empty variable is none: nothing that is sent here is an empty text. */
const isNull = (value: unknown): boolean => asText(value) === ''

/** As the driver writes it. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(asText).join(',')}}`
  return value instanceof Date ? value.toISOString() : String(value)
}

function outputOf(program: string, args: readonly string[], environment: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}
