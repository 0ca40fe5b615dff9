import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** Each call of `work` waits until it is let go; `calls` are the items of those under way and done. */
function held({ atOnce = 1, size = 10, isOfAll = true } = {}) {
  const calls: string[][] = []
  const ends: ((error?: Error) => void)[] = []
  const work = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      calls.push([...items])
      ends.push(error => (error ? reject(error) : resolve(items.map(item => item.toUpperCase()))))
    })
  const keyOf = (item: string) => item.slice(0, 1)
  return { calls, ends, ask: gather(work, { keyOf, atOnce, size, isOfAll: () => isOfAll }) }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('works on the first item at once, and on what arrives meanwhile together, in order', async () => {
  const { calls, ends, ask } = held()
  const answers = Promise.all(['a1', 'a2', 'a3'].map(ask))
  expect(calls).toEqual([['a1']])
  ends[0]?.()
  await settled()
  expect(calls).toEqual([['a1'], ['a2', 'a3']])
  ends[1]?.()
  expect(await answers).toEqual(['A1', 'A2', 'A3'])
})

test('works on no more items together than `size`, and on no more calls of a key at once than `atOnce`', async () => {
  const { calls, ends, ask } = held({ atOnce: 2, size: 2 })
  const answers = Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map(ask))
  expect(calls).toEqual([['a1'], ['a2']])
  ends[1]?.()
  await settled()
  expect(calls).toEqual([['a1'], ['a2'], ['a3', 'a4']])
  ends[0]?.()
  ends[2]?.()
  await settled()
  expect(calls).toEqual([['a1'], ['a2'], ['a3', 'a4'], ['a5']])
  ends[3]?.()
  expect(await answers).toEqual(['A1', 'A2', 'A3', 'A4', 'A5'])
})

test('keeps items of different keys apart', () => {
  const { calls, ask } = held()
  for (const item of ['a1', 'b1', 'a2', 'b2']) void ask(item)
  expect(calls).toEqual([['a1'], ['b1']])
})

const AWAY = { status: 'rejected', reason: expect.objectContaining({ message: 'away' }) }

test('an error that is of all items rejects those of its call, and no other', async () => {
  const { calls, ends, ask } = held()
  const answers = Promise.allSettled(['a1', 'a2', 'a3'].map(ask))
  ends[0]?.()
  await settled()
  ends[1]?.(new Error('away'))
  expect(await answers).toEqual([{ status: 'fulfilled', value: 'A1' }, AWAY, AWAY])
  expect(calls).toHaveLength(2)
})

test('after an error that may be of one item each is worked on by itself', async () => {
  const { calls, ends, ask } = held({ isOfAll: false })
  const answers = Promise.allSettled(['a1', 'a2', 'a3'].map(ask))
  ends[0]?.()
  await settled()
  ends[1]?.(new Error('one is wrong'))
  await settled()
  expect(calls).toEqual([['a1'], ['a2', 'a3'], ['a2'], ['a3']])
  ends[2]?.(new Error('away'))
  ends[3]?.()
  expect(await answers).toEqual([{ status: 'fulfilled', value: 'A1' }, AWAY, { status: 'fulfilled', value: 'A3' }])
})

test('begins anew after all items of a key are done', async () => {
  const { calls, ends, ask } = held()
  for (const [index, item] of ['a1', 'a2'].entries()) {
    const answer = ask(item)
    await settled()
    ends[index]?.()
    expect(await answer).toBe(item.toUpperCase())
  }
  expect(calls).toEqual([['a1'], ['a2']])
})
