import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NOT_THERE, SLOW_TO_LOAD, WORK_IN_THREAD, WAIT_IN_THREAD } from '#tests/support/heavy-work/tasks.ts'
import { HeavyWorker, WorkPutOff } from './heavy-worker.ts'

test('a task that the machine gives no processor to is waited for', async () => {
  const worker = new HeavyWorker({ taskMilliseconds: 200 })
  expect(await worker.run(WAIT_IN_THREAD, 800, 'one')).toBe('waited 800 ms')
  await expect(worker.run(WORK_IN_THREAD, 60_000, 'one')).rejects.toThrow('200 ms')
})

test('loading what a task needs is no part of its time', async () => {
  const worker = new HeavyWorker({ taskMilliseconds: 300 })
  expect(await worker.run(SLOW_TO_LOAD, 'here', 'one')).toBe('here')
})

test('a process that is stopped for three seconds goes on with its task', async () => {
  const script = join(import.meta.dirname, '../../../tests/support/heavy-work/work-while-stopped.ts')
  const child = spawn(process.execPath, ['--import', './tools/end-with-parent.mjs', script], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const printed: string[] = []
  if (!child.stdout) throw new Error('nothing to read')
  const lines = createInterface({ input: child.stdout })
  lines.on('line', line => printed.push(line))
  await once(lines, 'line')
  child.kill('SIGSTOP')
  await pause(3_000)
  expect(printed).toEqual(['begun'])
  child.kill('SIGCONT')
  await once(lines, 'close')
  expect(printed).toEqual(['begun', 'answered: used 700 ms'])
}, 60_000)

test('what the machine keeps from being done is put off, not failed', async () => {
  const worker = new HeavyWorker({ checks: 3 })
  expect(await outcomeOf(worker.run(NOT_THERE, '', 'one'))).toBeInstanceOf(WorkPutOff)
  expect(await outcomeOf(worker.run(WAIT_IN_THREAD, 600_000, 'one'))).toBeInstanceOf(WorkPutOff)
  expect(await worker.run(WAIT_IN_THREAD, 1, 'one')).toBe('waited 1 ms')
})

const outcomeOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

test('owners take turns, however much of one of them waits', async () => {
  const worker = new HeavyWorker()
  const done: string[] = []
  const work = (owner: string, milliseconds: number) =>
    worker.run(WORK_IN_THREAD, milliseconds, owner).then(() => done.push(owner))
  const costly = Array.from({ length: 5 }, () => work('costly', 100))
  await Promise.all([...costly, work('other', 1), work('other', 1)])
  expect(done.slice(0, 3)).toEqual(['costly', 'other', 'other'])
})

test('more of one owner than may wait is put off, and nothing of others', async () => {
  const worker = new HeavyWorker({ waitingOfOne: 2 })
  const work = (owner: string) => outcomeOf(worker.run(WORK_IN_THREAD, 1, owner))
  const all = await Promise.all([...Array.from({ length: 4 }, () => work('one')), work('other')])
  expect(all.slice(0, 2)).toEqual(['used 1 ms', 'used 1 ms'])
  expect(all.slice(2, 4)).toEqual([
    expect.objectContaining({ reason: 'turn' }),
    expect.objectContaining({ reason: 'turn' }),
  ])
  expect(all[4]).toBe('used 1 ms')
})
