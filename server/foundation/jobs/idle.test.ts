import { expect, test } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import { refreshSearch } from '#server/catalog/catalog/search-events.ts'
import { mailTransport } from '#server/mail/letter/transport.ts'
import { loadSettings } from '#server/foundation/setting/settings.ts'
import { jobsOf } from '#server/shop.ts'
import { countStatements } from '#tests/support/database/count-statements.ts'
import { seedEvents, seedOrders } from '#tests/support/organiser/many-events.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { shop, outbox } = await testShop({ clock })
const { pool } = shop.db
const jobs = jobsOf(shop, mailTransport({ smtpUrl: undefined, mailFrom: 'a@example.org', outbox }))
const now = clock.now()
const sent = countStatements()

/** What a round costs in which nothing is due. */
async function idleRound(): Promise<Readonly<Record<string, number>>> {
  // Past the pause of what is checked only now and then.
  clock.move(minutes(1))
  const costs: [string, number][] = []
  for (const { name, run } of jobs) {
    const before = sent()
    expect([name, await run()]).toEqual([name, 0])
    costs.push([name, sent() - before])
  }
  return Object.fromEntries(costs)
}

/** Events before and after, with orders, transfers that are open, and some that are overdue for long and may still come. */
async function grow(events: number): Promise<void> {
  const ended = await seedEvents(pool, { now, events, beginInDays: -30, settings: { BANK_TRANSFER_ENABLED: 'true' } })
  const soon = await seedEvents(pool, { now, events, beginInDays: 40, settings: { OFFLINE_REMINDER_HOURS: '48' } })
  await seedOrders(pool, { now, events: [...ended, ...soon], ordersEach: 1, status: 'COMPLETE', heldForDays: -9 })
  await seedOrders(pool, { now, events: soon, ordersEach: 1, status: 'OFFLINE_PAYMENT', heldForDays: 10 })
  await seedOrders(pool, { now, events: soon, ordersEach: 1, status: 'OFFLINE_PAYMENT', heldForDays: -10 })
  await seedOrders(pool, { now, events: soon, ordersEach: 1, status: 'PENDING', heldForDays: 1 })
  await refreshSearch(shop.db)
}

test('a round in which nothing is due costs the same in a shop of four events and of six hundred', async () => {
  await grow(2)
  const small = await idleRound()
  await grow(300)
  expect(await idleRound()).toEqual(small)
  expect(Object.entries(small).filter(([, statements]) => statements > 15)).toEqual([])
})

/** Statements a second of a process that has nothing to do: one for all jobs, and those of jobs that look by themselves. */
function perSecond(costs: Readonly<Record<string, number>>): number {
  const checks = 1 / Math.min(...jobs.map(({ everySeconds }) => everySeconds))
  const rounds = jobs
    .filter(({ due }) => due === undefined)
    .map(({ name, everySeconds }) => (costs[name] ?? 0) / everySeconds)
  return rounds.reduce((sum, round) => sum + round, checks)
}

test('the jobs of an idle shop send less than one statement in two seconds', async () => {
  expect(perSecond(await idleRound())).toBeLessThan(0.5)
})

test('the settings of one event are read by index, however many others state theirs', async () => {
  const [event = 0] = await seedEvents(pool, { now, events: 1, beginInDays: 2 })
  await pool.query('vacuum analyze setting')
  const before = sent()
  await loadSettings(shop.db, { contextId: event })
  expect(sent() - before).toBe(1)
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain select key from setting where purchase_context_id = ${event}
     union all select key from setting
       where organization_id is null and purchase_context_id is null and category_id is null`,
  )
  expect(rows.map(row => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan')
})
