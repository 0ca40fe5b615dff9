import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { MARKDOWN_TO_HTML, MARKDOWN_TO_TEXT } from '#server/foundation/markdown/rendered-markdown.ts'
import { HeavyWorker, WorkFailed } from './heavy-worker.ts'
import { startProcess, startThread } from './executor.ts'

const NESTED = '>'.repeat(20_000)
/** Takes several seconds to render. */
const COSTLY = '**a_'.repeat(5_000)

const html = (worker: HeavyWorker, markdown: string) => worker.run(MARKDOWN_TO_HTML, { markdown, newTab: null }, 'one')

describe.each([
  ['a thread', startThread],
  ['a process', startProcess],
])('in %s,', (_, open) => {
  test('a task is done beside, one after the other', async () => {
    const worker = new HeavyWorker({}, open)
    const both = [html(worker, '*one*'), worker.run(MARKDOWN_TO_TEXT, '*two*', 'one')]
    expect(await Promise.all(both)).toEqual(['<p><em>one</em></p>', 'two'])
  })

  test('what takes too long is refused, and what waits behind it is done', async () => {
    const worker = new HeavyWorker({ taskMilliseconds: 500 }, open)
    const [costly, after] = await Promise.allSettled([html(worker, COSTLY), html(worker, '*after*')])
    expect(costly).toMatchObject({ status: 'rejected', reason: new WorkFailed('it was not done within 500 ms') })
    expect(after).toEqual({ status: 'fulfilled', value: '<p><em>after</em></p>' })
  })

  test('what fails is refused alone', async () => {
    const worker = new HeavyWorker({}, open)
    const [nested, after] = await Promise.allSettled([html(worker, NESTED), html(worker, '*after*')])
    expect(nested).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('call stack') } })
    expect(after).toEqual({ status: 'fulfilled', value: '<p><em>after</em></p>' })
  })

  test('what takes too much memory ends alone', async () => {
    const worker = new HeavyWorker({ megabytes: 32, taskMilliseconds: 60_000 }, open)
    await expect(html(worker, '| a '.repeat(400_000) + '\n' + '|-'.repeat(400_000))).rejects.toBeInstanceOf(WorkFailed)
    expect(await html(worker, '*after*')).toBe('<p><em>after</em></p>')
  })
})

test('a process is another one than the shop, and is gone when that is killed', async () => {
  const root = join(import.meta.dirname, '../../..')
  const script = join(root, 'tests/support/heavy-work/work-in-process.ts')
  const shop = spawn(process.execPath, ['--import', './tools/end-with-parent.mjs', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (!shop.stdout) throw new Error('nothing to read')
  const [line] = await once(createInterface({ input: shop.stdout }), 'line')
  const pid = Number(line)
  expect(pid).toBeGreaterThan(1)
  expect(pid).not.toBe(shop.pid)
  expect(isThere(pid)).toBe(true)
  shop.kill('SIGKILL')
  await expect.poll(() => isThere(pid), { timeout: 10_000 }).toBe(false)
})

/** A process that has ended stays until it is reaped. */
function isThere(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
