import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { localJob } from './job.ts'

/** A job whose runs end on command, and the failures it has reported. */
function aJob() {
  const runs: { finish(): void; fail(error: Error): void }[] = []
  const failures: [string, unknown][] = []
  const run = () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    runs.push({ finish: () => resolve(1), fail: reject })
    return promise
  }
  const log = { failed: (name: string, error: unknown) => void failures.push([name, error]) }
  return { runs, failures, job: localJob({ name: 'expire-reservations', run }, log) }
}

test('a job that is not wanted is not under way', async () => {
  const { runs, job } = aJob()
  await job.underWay()
  expect(runs).toHaveLength(0)
})

test('however often it is asked while it runs, it runs once more, from the beginning', async () => {
  const { runs, job } = aJob()
  const first = job.run()
  const started = [job.run(), job.run(), job.run()]
  expect(runs).toHaveLength(1)
  let isAnswered = false
  void started[0]?.then(() => (isAnswered = true))
  runs[0]?.finish()
  await first
  expect([runs.length, isAnswered]).toEqual([2, false])
  runs[1]?.finish()
  await Promise.all(started)
  expect(runs).toHaveLength(2)
  const later = job.run()
  expect(runs).toHaveLength(3)
  runs[2]?.finish()
  await later
})

test('it is under way until the last run that was asked for has ended', async () => {
  const { runs, job } = aJob()
  void job.run()
  void job.run()
  let isOver = false
  const over = job.underWay().then(() => (isOver = true))
  runs[0]?.finish()
  await Promise.resolve()
  while (runs.length < 2) await Promise.resolve()
  expect(isOver).toBe(false)
  runs[1]?.finish()
  await over
  await job.underWay()
  expect(runs).toHaveLength(2)
})

test('a run that fails is reported, rejects for no caller, and keeps no later one', async () => {
  const { runs, failures, job } = aJob()
  const [first, second] = [job.run(), job.run()]
  const error = new Error('the job fails')
  runs[0]?.fail(error)
  await first
  expect(failures).toEqual([['expire-reservations', error]])
  runs[1]?.finish()
  await second
  expect([runs.length, failures.length]).toEqual([2, 1])
})

test('a run belongs to no caller that has woken it', async () => {
  const request = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const job = localJob({ name: 'deliver-mail', run: async () => seen.push(request.getStore()) }, { failed: () => {} })
  await request.run('a request', () => job.run())
  await request.run('two requests', () => Promise.all([job.run(), job.run()]))
  expect(seen).toEqual([undefined, undefined, undefined])
})
