import { afterAll, beforeEach, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { eventLog } from '#server/foundation/base/event-log.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { intervalsOf } from './intervals.ts'
import type { Job } from './job.ts'
import { outage } from './health.ts'
import { type QueueConnection, openQueueConnection } from './queue-connection.ts'

const { pool, connection } = await testDatabase()
const ignore = () => {}
const open = (): QueueConnection =>
  openQueueConnection({
    connection,
    outage: outage(eventLog({ info: ignore, warn: ignore, error: ignore })),
    onOpen: ignore,
    onNotification: ignore,
  })
// A statement of each list of jobs needs a connection of its own.
const [one, other, third, fourth] = [open(), open(), open(), open()]
afterAll(async () => {
  await Promise.all([one, other, third, fourth].map(each => each.end()))
})

const [EARLY, LATE] = [instant(Date.UTC(2027, 0, 1)), instant(Date.UTC(2028, 0, 1))]
const aJob = (job: Pick<Job, 'name' | 'everySeconds' | 'due'>): Job => ({ ...job, run: async () => 0 })
const mail = aJob({ name: 'deliver-mail', everySeconds: 3600 })
const wallets = aJob({ name: 'update-wallets', everySeconds: 3600 })
const all = [mail, wallets]
const take = intervalsOf(all)
const query = { now: EARLY, jobs: all, isFirst: false }

const names = async (on: QueueConnection, rest: Partial<typeof query> = {}) =>
  (await take(on, { ...query, ...rest })).due.toSorted()

/** Moves the next interval of a job: so many seconds from now. */
async function nextIn(seconds: number, name: string = mail.name): Promise<void> {
  await pool.query(`update job_run set next_at = now() + $1 * interval '1 second' where name = $2`, [seconds, name])
}

beforeEach(async () => {
  await pool.query('truncate job_run')
})

test('a job that no process has run yet is taken, once', async () => {
  expect(await names(one)).toEqual(['deliver-mail', 'update-wallets'])
  expect(await names(other)).toEqual([])
})

test('an interval that has begun is taken by one process', async () => {
  await names(one)
  await nextIn(-1)
  const taken = await Promise.all([names(one), names(other)])
  expect(taken.flat()).toEqual(['deliver-mail'])
})

test('what another process is just taking is left to it', async () => {
  await names(one)
  const taking = await pool.connect()
  await nextIn(-1)
  await taking.query('begin')
  await taking.query(`select from job_run where name = 'deliver-mail' for update`)
  expect(await names(one)).toEqual([])
  await taking.query('commit')
  taking.release()
  expect(await names(one)).toEqual(['deliver-mail'])
})

test('a job that is not checked leaves its interval to others', async () => {
  await names(one)
  await nextIn(-1)
  expect(await names(one, { jobs: [wallets] })).toEqual([])
  expect(await names(other)).toEqual(['deliver-mail'])
})

test('the first look takes every interval, whether it has begun or not', async () => {
  await names(one)
  expect(await names(other, { isFirst: true })).toEqual(['deliver-mail', 'update-wallets'])
})

test('a clock that was set back stops no job', async () => {
  await names(one)
  await nextIn(3 * 3600)
  expect(await names(one)).toEqual(['deliver-mail'])
  expect(await names(one)).toEqual([])
})

test("what is not due by the shop's clock is taken and not run", async () => {
  const later = aJob({ ...mail, due: `$1 > '2027-06-01'` })
  const takeLater = intervalsOf([later, wallets])
  const stateOf = async (now: typeof EARLY) =>
    (await takeLater(third, { now, jobs: [later, wallets], isFirst: true })).due.toSorted()
  expect(await stateOf(EARLY)).toEqual(['update-wallets'])
  expect(await stateOf(LATE)).toEqual(['deliver-mail', 'update-wallets'])
})

test('the next look comes when the next interval of any job begins', async () => {
  const often = aJob({ name: 'deliver-mail', everySeconds: 2 })
  const { nextInMs } = await intervalsOf([often, wallets])(fourth, { ...query, jobs: [often, wallets] })
  expect(nextInMs).toBeGreaterThan(0)
  expect(nextInMs).toBeLessThanOrEqual(2010)
  const { nextInMs: atMost } = await take(one, query)
  expect(atMost).toBeLessThanOrEqual(30_010)
})
