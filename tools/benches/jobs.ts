import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { systemClock } from '#server/foundation/base/time.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { mailTransport } from '#server/mail/letter/transport.ts'
import { loadSettings } from '#server/foundation/setting/settings.ts'
import { jobsOf, openShop } from '#server/shop.ts'
import {
  connectionTo,
  createMigratedDatabase,
  dropDatabase,
  newDatabaseName,
  openTestServer,
} from '#tests/support/database/postgresql.ts'
import { countStatements } from '#tests/support/database/count-statements.ts'
import { type ManyOrders, seedEvents, seedOrders } from '#tests/support/organiser/many-events.ts'
import { describeMachine } from './machine.ts'
import { record, table } from './record.ts'
import { inMilliseconds, median, whole } from './timings.ts'
import { scaled } from './scale.ts'

/**
 * What it costs a shop of many events that there is nothing to do: each job by itself, and loading the settings of an
 * event. Then what it costs when ten thousand carts are abandoned at once.
 */

const EVENTS = scaled(10_000, 20)
const WITH_TRANSFERS = scaled(1000, 10)
const CARTS = scaled(10_000, 20)
const ROUNDS = scaled(3, 1)

const sent = countStatements()
const server = await openTestServer()
const name = newDatabaseName(process.pid)
await createMigratedDatabase(server.connection, name)
const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const { host, user, password } = connectionTo(server.connection, name)
const url = `postgresql://${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password))}@/${name}?host=${encodeURIComponent(host ?? '')}`
const config = { ...readConfig({ defaultDataFolder: folder, FOYER_SAMPLE: 'no' }), databaseUrl: url }
const shop = await openShop({ config, clock: systemClock(), logger: pino({ level: 'silent' }) })
const transport = mailTransport({ smtpUrl: undefined, mailFrom: config.mailFrom, outbox: join(folder, 'outbox') })
const jobs = jobsOf(shop, transport)

try {
  const now = shop.clock.now()
  const stated = {
    BANK_TRANSFER_ENABLED: 'true',
    BANK_ACCOUNT_NR: 'CH93',
    MAIL_ATTEMPTS_COUNT: '10',
    OFFLINE_PAYMENT_DAYS: '5',
  }
  const ended = await seedEvents(shop.pool, { now, events: EVENTS / 2, beginInDays: -30, settings: stated })
  const soon = await seedEvents(shop.pool, { now, events: EVENTS / 2, beginInDays: 40, settings: stated })
  const order = (events: readonly number[], rest: Pick<ManyOrders, 'status' | 'ordersEach' | 'heldForDays'>) =>
    seedOrders(shop.pool, { now, events, ...rest })
  await order(ended, { status: 'COMPLETE', ordersEach: 10, heldForDays: -40 })
  await order(soon, { status: 'COMPLETE', ordersEach: 10, heldForDays: -10 })
  await order(soon.slice(0, WITH_TRANSFERS), { status: 'OFFLINE_PAYMENT', ordersEach: 2, heldForDays: 10 })
  await order(soon.slice(0, WITH_TRANSFERS), { status: 'OFFLINE_PAYMENT', ordersEach: 1, heldForDays: -10 })
  await shop.pool.query('vacuum analyze')

  const idle: string[][] = [['idle', 'statements', 'median']]
  for (const job of jobs) {
    await job.run()
    const rounds: Measured[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measured(() => job.run()))
    idle.push([`\`${job.name}\``, ...cells(rounds)])
    console.log(idle.at(-1)?.join('  '))
  }
  const loads: Measured[] = []
  for (const contextId of soon.slice(0, 200)) loads.push(await measured(() => loadSettings(shop.db, { contextId })))
  idle.push(['settings of an event', ...cells(loads)])

  await order(soon.slice(-10), { status: 'PENDING', ordersEach: CARTS / 10, heldForDays: -1 })
  const expiry = jobs.find(job => job.name === 'expire-reservations')
  let runs = 0
  const expiring = await measured(async () => {
    while (expiry && (await expiry.run()) > 0) runs += 1
  })
  record('jobs', 'Jobs with nothing to do', [
    await describeMachine(),
    '',
    `${whole(EVENTS)} events that state four settings each, half of them over, with ten orders each; ${whole(WITH_TRANSFERS)} with two`,
    `open transfers and an overdue one that may still come. Medians of ${ROUNDS} rounds.`,
    '',
    ...table(idle),
    '',
    `${whole(CARTS)} abandoned carts: **${(expiring.milliseconds / 1000).toFixed(1)} s** in ${whole(runs)} runs, ${whole(expiring.statements)} statements.`,
  ])
} finally {
  transport.close()
  await shop.close()
  await dropDatabase(server.connection, name)
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

type Measured = { readonly milliseconds: number; readonly statements: number }

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const before = sent()
  const began = performance.now()
  await work()
  return { milliseconds: performance.now() - began, statements: sent() - before }
}

function cells(rounds: readonly Measured[]): string[] {
  return [
    whole(median(rounds.map(({ statements: count }) => count))),
    inMilliseconds(median(rounds.map(({ milliseconds }) => milliseconds))),
  ]
}
