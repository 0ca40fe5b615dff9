import { expect, test } from 'vitest'
import { MARKDOWN_TO_HTML, MARKDOWN_TO_TEXT } from '#server/foundation/markdown/rendered-markdown.ts'
import { HeavyWorker, WorkFailed } from './heavy-worker.ts'

const NESTED = '>'.repeat(20_000)
/** Takes several seconds to render. */
const COSTLY = '**a_'.repeat(5_000)

const html = (worker: HeavyWorker, markdown: string) => worker.run(MARKDOWN_TO_HTML, { markdown, newTab: null }, 'one')

test('a task is done beside, one after the other', async () => {
  const worker = new HeavyWorker()
  const both = [html(worker, '*one*'), worker.run(MARKDOWN_TO_TEXT, '*two*', 'one')]
  expect(await Promise.all(both)).toEqual(['<p><em>one</em></p>', 'two'])
})

test('what takes too long is refused, and what waits behind it is done', async () => {
  const worker = new HeavyWorker({ taskMilliseconds: 500 })
  const [costly, after] = await Promise.allSettled([html(worker, COSTLY), html(worker, '*after*')])
  expect(costly).toMatchObject({ status: 'rejected', reason: new WorkFailed('it was not done within 500 ms') })
  expect(after).toEqual({ status: 'fulfilled', value: '<p><em>after</em></p>' })
})

test('what fails is refused alone', async () => {
  const worker = new HeavyWorker()
  const [nested, after] = await Promise.allSettled([html(worker, NESTED), html(worker, '*after*')])
  expect(nested).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('call stack') } })
  expect(after).toEqual({ status: 'fulfilled', value: '<p><em>after</em></p>' })
})

test('what takes too much memory ends its thread alone', async () => {
  const worker = new HeavyWorker({ megabytes: 32, taskMilliseconds: 60_000 })
  await expect(html(worker, '| a '.repeat(400_000) + '\n' + '|-'.repeat(400_000))).rejects.toThrow(/memory/)
  expect(await html(worker, '*after*')).toBe('<p><em>after</em></p>')
})
