import { afterEach, expect, test } from 'vitest'
import { connectionPool } from '#server/database/connect.ts'
import { eventLog } from '#server/base/event-log.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import type { Job, JobName } from './job.ts'
import { type RunningQueue, healthOf, openQueue, runDueJobs } from './queue.ts'

const { pool, connection } = await testDatabase()
const failures: unknown[] = []
const ignore = () => {}
const log = eventLog({ info: ignore, warn: ignore, error: (told: unknown) => failures.push(told) })

let queues: RunningQueue[] = []

/** Each of them as a process of its own would have it. */
async function openQueues(count: number): Promise<RunningQueue[]> {
  queues = await Promise.all(Array.from({ length: count }, () => openQueue({ connection, log })))
  return queues
}

afterEach(async () => {
  await Promise.all(queues.map(queue => queue.stop(5000)))
  queues = []
  failures.length = 0
})

/** A job that tells when it has run so many times. */
function aJob(name: JobName, everySeconds = 3_600) {
  const waiting: { runs: number; resolve: () => void }[] = []
  let runs = 0
  const job: Job = {
    name,
    everySeconds,
    run: async () => {
      runs += 1
      for (const { resolve } of waiting.filter(one => one.runs <= runs)) resolve()
      return 1
    },
  }
  const hasRun = (times: number) =>
    new Promise<void>(resolve => (times <= runs ? resolve() : waiting.push({ runs: times, resolve })))
  return { job, hasRun, runs: () => runs }
}

async function waitingJobs(name: JobName): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job where name = $1 and state in ('created', 'active')`,
    [name],
  )
  return rows[0]?.count ?? 0
}

test('two processes that start at the same time both come up', async () => {
  expect(await openQueues(2)).toHaveLength(2)
})

test('a job that is woken runs, although its interval is far away', async () => {
  const [queue] = await openQueues(1)
  const { job, hasRun } = aJob('deliver-mail')
  await queue?.work([job])
  await queue?.wake('deliver-mail')
  await hasRun(1)
})

test('who only serves wakes a job in the process that works', async () => {
  const [serving, working] = await openQueues(2)
  const { job, hasRun } = aJob('expire-reservations')
  await working?.work([job])
  await serving?.wake('expire-reservations')
  await hasRun(1)
})

test('a job that is woken many times while nobody works is wanted once', async () => {
  const all = await openQueues(2)
  const wakings = Array.from({ length: 5 }, () => all.map(queue => queue.wake('distribute-seats')))
  await Promise.all(wakings.flat())
  expect(await waitingJobs('distribute-seats')).toBe(1)
  const { job, hasRun, runs } = aJob('distribute-seats')
  await all[0]?.work([job])
  await hasRun(1)
  expect(runs()).toBe(1)
})

test('a job that fails is told about, and runs the next time', async () => {
  const [queue] = await openQueues(1)
  const { job, hasRun, runs } = aJob('finalize-reservations')
  const failing: Job = {
    ...job,
    run: async () => {
      const isFirst = runs() === 0
      const count = await job.run()
      if (isFirst) throw new Error('broken')
      return count
    },
  }
  await queue?.work([failing])
  await queue?.wake('finalize-reservations')
  await hasRun(1)
  await queue?.wake('finalize-reservations')
  await hasRun(2)
  expect(failures).toMatchObject([{ job: 'finalize-reservations', err: { message: 'broken' } }])
})

test('waking never fails, not even when the queue is gone', async () => {
  const [queue] = await openQueues(1)
  await queue?.stop(1000)
  await expect(queue?.wake('deliver-mail')).resolves.toBeUndefined()
})

test('the queue has connections of its own, and goes on when they are lost', async () => {
  const narrow = connectionPool(connection, 1)
  const taken = await narrow.connect()
  const [queue] = await openQueues(1)
  const { job, hasRun } = aJob('deliver-mail')
  await queue?.work([job])
  await queue?.wake('deliver-mail')
  await hasRun(1)
  const { rowCount } = await taken.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and application_name = 'foyer-queue'`,
  )
  expect(rowCount).toBeGreaterThan(0)
  await queue?.wake('deliver-mail')
  await hasRun(2)
  expect(queue?.health()).toBe('alive')
  taken.release()
  await narrow.end()
})

const NOW = 10_000_000
const ago = (seconds: number): number => NOW - seconds * 1000

test.each([
  ['none', 'no worker', []],
  ['alive', 'looked a moment ago', [{ lastFetchedOn: ago(2), lastJobStartedOn: ago(20), lastJobEndedOn: ago(19) }]],
  ['late', 'has not looked for a minute', [{ lastFetchedOn: ago(61), lastJobStartedOn: null, lastJobEndedOn: null }]],
  ['late', 'has never looked', [{ lastFetchedOn: null, lastJobStartedOn: null, lastJobEndedOn: null }]],
  ['alive', 'is busy', [{ lastFetchedOn: ago(600), lastJobStartedOn: ago(600), lastJobEndedOn: ago(700) }]],
  ['late', 'hangs', [{ lastFetchedOn: ago(901), lastJobStartedOn: ago(901), lastJobEndedOn: null }]],
] as const)('jobs are %s when a worker %s', (expected, _, workers) => {
  expect(
    healthOf(
      workers.map(worker => ({ createdOn: ago(3600), ...worker })),
      NOW,
    ),
  ).toBe(expected)
})

test('of two processes one takes each interval', async () => {
  const all = await openQueues(2)
  const { job, hasRun } = aJob('deliver-mail', 1)
  await Promise.all(all.map(queue => queue.work([job])))
  await hasRun(2)
  const { rows } = await pool.query<{ ticks: number; intervals: number }>(
    `select count(*)::int as ticks, count(distinct singleton_on)::int as intervals from pgboss.job
     where name = 'deliver-mail' and singleton_key = 'tick'`,
  )
  expect(rows[0]?.ticks).toBeGreaterThanOrEqual(2)
  expect(rows[0]?.ticks).toBe(rows[0]?.intervals)
})

test('"run what is due" goes on until nothing is left, and tells what was done', async () => {
  let left = 5
  const jobs: Job[] = [
    { name: 'deliver-mail', everySeconds: 5, run: async () => (left > 0 ? ((left -= 1), 1) : 0) },
    { name: 'expire-reservations', everySeconds: 5, run: async () => 0 },
  ]
  expect(await runDueJobs(jobs)).toEqual({ 'deliver-mail': 5, 'expire-reservations': 0 })
})
