import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { TIMEOUTS } from '#server/foundation/database/run.ts'
import { startDebianPostgresql } from '../debian-postgresql.ts'
import { startPgbouncer } from '../pgbouncer.ts'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { describeMachine } from './machine.ts'
import { processorTimeOf, processorTimeBelow } from './memory-use.ts'
import { openOrganiser } from './organiser.ts'
import { record, table } from './record.ts'
import { sellOut } from './sale.ts'
import { isShort, scaled } from './scale.ts'
import { inMilliseconds, whole } from './timings.ts'

/**
 * The same sale by one process and by several on one PostgreSQL, which they reach by themselves or through a pooler of
 * transactions. All share the processors of this machine, so processor time counts, not seconds.
 */

const SEATS = scaled(4000, 40)
const CLIENTS = scaled(64, 8)
const COUNTS = isShort ? [1, 2] : [1, 2, 4, 8]
/** Sessions that the pooler keeps. */
const POOLED = 20
const SETTLED_MS = scaled(3000, 200)

const postgresql = (await startDebianPostgresql()) ?? missing()
const secret = randomBytes(32).toString('base64')
const apiKey = randomBytes(24).toString('base64url')
try {
  const rows: string[][] = []
  for (const isPooled of [false, true]) {
    for (const count of COUNTS) {
      rows.push(await measure(count, isPooled))
      console.log(rows.at(-1)?.join('  '))
    }
  }
  record('processes', 'Several processes', [
    await describeMachine(),
    '',
    `${whole(SEATS)} seats sold to ${CLIENTS} clients as in "Sell-out", each client by one of the processes, on PostgreSQL ${postgresql.version};`,
    `through PgBouncer with \`pool_mode = transaction\` and ${POOLED} sessions, or without it. Processor time of an order: Foyer`,
    'with its mails and PDF, and PostgreSQL; clients, server and database share the processors.',
    '',
    ...table([
      [
        'processes',
        'PgBouncer',
        'seconds',
        'orders a second',
        'p99 of Pay',
        'Foyer, an order',
        'PostgreSQL, an order',
        'sessions',
      ],
      ...rows,
    ]),
  ])
} finally {
  postgresql.stop()
}

async function measure(count: number, isPooled: boolean): Promise<string[]> {
  const database = `sale_${count}_${isPooled ? 'pooled' : 'direct'}`
  const server = { host: '127.0.0.1', port: postgresql.port, user: 'postgres', database }
  await inDatabase('postgres', `create database ${database}`)
  for (const [name, value] of Object.entries(TIMEOUTS))
    await inDatabase('postgres', `alter role postgres in database ${database} set ${name} = ${value}`)
  const pooler = isPooled ? await startPgbouncer({ server, poolMode: 'transaction', size: POOLED }) : undefined
  const shops: BenchShop[] = []
  try {
    const environment = {
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${server.port}/${database}`,
      FOYER_SECRET_KEY: secret,
      FOYER_API_KEY: apiKey,
      ...(pooler && { DATABASE_POOL_URL: pooler.url }),
    }
    for (let index = 0; index < count; index += 1) shops.push(await openBenchShop({ environment }))
    return [whole(count), isPooled ? 'yes' : 'no', ...(await sell(shops, database))]
  } finally {
    for (const shop of shops) await shop.close()
    await pooler?.stop()
    await inDatabase('postgres', `drop database ${database} with (force)`)
  }
}

async function sell(shops: readonly BenchShop[], database: string): Promise<string[]> {
  const [first] = shops
  if (!first) throw new Error('no process')
  const organiser = await openOrganiser({ ...first, apiKey })
  await organiser.addEvent({ slug: 'sale', seats: SEATS, price: 120 })
  await pause(SETTLED_MS)
  const before = usedBy(shops)
  const sale = await sellOut(shops, { slug: 'sale', clients: CLIENTS })
  const after = usedBy(shops)
  const [sold] = await inDatabase<{ seats: number; sessions: number }>(
    database,
    `select (select count(*)::int from ticket where status = 'TO_BE_PAID') as seats,
       (select count(*)::int from pg_stat_activity where datname = current_database()) as sessions`,
  )
  if (sold?.seats !== SEATS) throw new Error(`${sold?.seats} of ${SEATS} seats are sold`)
  const pay = sale.calls.get('pay')?.summary()
  return [
    sale.seconds.toFixed(1),
    (sale.orders / sale.seconds).toFixed(0),
    inMilliseconds(pay?.p99 ?? 0),
    inMilliseconds((after.foyer - before.foyer) / sale.orders),
    inMilliseconds((after.postgresql - before.postgresql) / sale.orders),
    whole(sold.sessions - 1),
  ]
}

/** Milliseconds of the processor so far. */
function usedBy(shops: readonly BenchShop[]): { readonly foyer: number; readonly postgresql: number } {
  const foyer = shops.flatMap(shop => [...processorTimeOf(shop).values()]).reduce((sum, one) => sum + one, 0)
  return { foyer, postgresql: processorTimeBelow(postgresql.pid) }
}

function missing(): never {
  throw new Error('There is no PostgreSQL of the distribution (apt-get install postgresql).')
}

async function inDatabase<Row extends object>(database: string, text: string): Promise<Row[]> {
  const client = new Client({ host: '127.0.0.1', port: postgresql.port, user: 'postgres', database })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
