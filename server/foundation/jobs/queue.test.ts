import { afterEach, expect, test } from 'vitest'
import { connectionPool } from '#server/foundation/database/connect.ts'
import { eventLog } from '#server/foundation/base/event-log.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import type { Job, JobName } from './job.ts'
import { type RunningQueue, openQueue, runDueJobs } from './queue.ts'

const { pool, connection } = await testDatabase()
const failures: unknown[] = []
const warnings: unknown[] = []
const ignore = () => {}
const log = eventLog({
  info: ignore,
  warn: (line: unknown) => warnings.push(line),
  error: (line: unknown) => failures.push(line),
})
const clock = manualClock()

let queues: RunningQueue[] = []

/** Each of them as a process of its own would have it. */
function openQueues(count: number): RunningQueue[] {
  queues = Array.from({ length: count }, () => openQueue({ connection, clock, log }))
  return queues
}

afterEach(async () => {
  await Promise.all(queues.map(queue => queue.stop(5000)))
  queues = []
  failures.length = 0
  warnings.length = 0
  await pool.query('truncate job_run')
})

/** A job that reports when it has run so many times. */
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

/** Ends the connections of all queues, as an administrator, a restart or a failover does. */
async function endConnections(): Promise<number> {
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and application_name = 'foyer-queue'`,
  )
  return rowCount ?? 0
}

test('two processes that start at the same time both come up, and each job is checked', async () => {
  const all = openQueues(2)
  const { job, hasRun } = aJob('deliver-mail')
  await Promise.all(all.map(queue => queue.work([job])))
  await hasRun(1)
  expect(all.map(queue => queue.health())).toEqual(['alive', 'alive'])
})

test('a process that runs no jobs says so', () => {
  expect(openQueues(1)[0]?.health()).toBe('none')
})

test('a job that is woken runs, although its interval is far away', async () => {
  const [queue] = openQueues(1)
  const { job, hasRun } = aJob('deliver-mail')
  await queue?.work([job])
  await hasRun(1)
  await queue?.wake('deliver-mail')
  await hasRun(2)
})

test('who only serves wakes a job in the process that works', async () => {
  const [serving, working] = openQueues(2)
  const { job, hasRun } = aJob('expire-reservations')
  await working?.work([job])
  await hasRun(1)
  await serving?.wake('expire-reservations')
  await hasRun(2)
})

test('a job that is woken many times while no process works is wanted once', async () => {
  const all = openQueues(2)
  const wakings = Array.from({ length: 5 }, () => all.map(queue => queue.wake('distribute-seats')))
  await Promise.all(wakings.flat())
  const { job, hasRun, runs } = aJob('distribute-seats')
  await all[0]?.work([job])
  await hasRun(1)
  expect(runs()).toBe(1)
})

test('what a transaction wakes is woken by its commit', async () => {
  const [queue] = openQueues(1)
  const { job, hasRun, runs } = aJob('deliver-mail')
  const other = aJob('update-wallets')
  await queue?.work([job, other.job])
  await Promise.all([hasRun(1), other.hasRun(1)])
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`select pg_notify('foyer_job', 'deliver-mail')`)
  // Notifications come in the order of their commits: the other one would come after it.
  await pool.query(`select pg_notify('foyer_job', 'update-wallets')`)
  await other.hasRun(2)
  expect(runs()).toBe(1)
  await client.query('commit')
  client.release()
  await hasRun(2)
})

test('what is no job wakes no process', async () => {
  const [queue] = openQueues(1)
  const { job, hasRun, runs } = aJob('deliver-mail')
  await queue?.work([job])
  await hasRun(1)
  for (const payload of ['', 'constructor', 'deliver-mail'])
    await pool.query(`select pg_notify('foyer_job', $1)`, [payload])
  await hasRun(2)
  expect(runs()).toBe(2)
})

test('a job that fails is reported, and runs the next time', async () => {
  const [queue] = openQueues(1)
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
  await hasRun(1)
  await queue?.wake('finalize-reservations')
  await hasRun(2)
  expect(failures).toMatchObject([{ job: 'finalize-reservations', err: { message: 'broken' } }])
})

test('waking never fails, not even when the queue is gone', async () => {
  const [queue] = openQueues(1)
  await queue?.stop(1000)
  await expect(queue?.wake('deliver-mail')).resolves.toBeUndefined()
  expect(failures).toEqual([])
})

test('what is woken while a process stops, another one does', async () => {
  const [stopping, working] = openQueues(2)
  const [here, there] = [aJob('deliver-mail'), aJob('deliver-mail')]
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const slow: Job = { name: 'finalize-reservations', everySeconds: 3_600, run: () => end.then(() => 0) }
  await working?.work([there.job])
  // Of two that look for the first time at once, one is left what the other takes.
  await there.hasRun(1)
  await stopping?.work([here.job, slow])
  await here.hasRun(1)
  const stopped = stopping?.stop(5000)
  await stopping?.wake('deliver-mail')
  await there.hasRun(2)
  finish()
  expect(await stopped).toBe(true)
  expect(here.runs()).toBe(1)
})

test('a stop does not wait for a job that hangs', async () => {
  const [queue] = openQueues(1)
  const { promise: started, resolve: begin } = Promise.withResolvers<void>()
  const { promise: never } = Promise.withResolvers<number>()
  const hanging: Job = { name: 'deliver-mail', everySeconds: 3_600, run: () => (begin(), never) }
  await queue?.work([hanging])
  await started
  expect(await queue?.stop(10)).toBe(false)
  queues = []
})

test('the queue has a connection of its own, and goes on when it is lost', async () => {
  const narrow = connectionPool(connection, 1)
  const taken = await narrow.connect()
  const [queue, other] = openQueues(2)
  const { job, hasRun, runs } = aJob('deliver-mail')
  await queue?.work([job])
  // From now on it listens.
  await hasRun(1)
  await other?.wake('deliver-mail')
  await hasRun(2)
  // It is opened again, and looks for what was woken meanwhile.
  expect(await endConnections()).toBe(2)
  await hasRun(3)
  await other?.wake('deliver-mail')
  await hasRun(4)
  expect([queue?.health(), runs(), failures, warnings]).toEqual(['alive', 4, [], []])
  taken.release()
  await narrow.end()
})

test('of two processes one takes each interval', async () => {
  const all = openQueues(2)
  const { job, hasRun } = aJob('deliver-mail', 1)
  await pool.query(`
    create table interval_taken (at timestamptz);
    create function note_interval() returns trigger language plpgsql as
      $$ begin insert into interval_taken values (old.next_at); return new; end $$;
    create trigger note_interval after update on job_run for each row
      when (old.next_at < new.next_at) execute function note_interval()`)
  await Promise.all(all.map(queue => queue.work([job])))
  await hasRun(5)
  const { rows } = await pool.query<{ taken: number; intervals: number }>(
    'select count(*)::int as taken, count(distinct at)::int as intervals from interval_taken',
  )
  expect(rows[0]?.taken).toBeGreaterThanOrEqual(3)
  expect(rows[0]?.taken).toBe(rows[0]?.intervals)
})

test('"run what is due" goes on until nothing is left, and returns what was done', async () => {
  let left = 5
  const jobs: Job[] = [
    { name: 'deliver-mail', everySeconds: 5, run: async () => (left > 0 ? ((left -= 1), 1) : 0) },
    { name: 'expire-reservations', everySeconds: 5, run: async () => 0 },
  ]
  expect(await runDueJobs(jobs)).toEqual({ 'deliver-mail': 5, 'expire-reservations': 0 })
})
