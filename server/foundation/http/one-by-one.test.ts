import { expect, test } from 'vitest'
import { TooManyRequests } from '#server/foundation/http/rate-limit.ts'
import { oneByOne } from './one-by-one.ts'

test('one runs at a time, a failure delays no other, and one too many is refused', async () => {
  const inTurn = oneByOne(3)
  let running = 0
  const work = (name: string) => async () => {
    running += 1
    expect(running).toBe(1)
    await Promise.resolve()
    running -= 1
    if (name === 'b') throw new Error('broken')
    return name
  }
  const all = ['a', 'b', 'c', 'd'].map(name => inTurn(work(name)))
  const ended = await Promise.allSettled(all)
  expect(ended.map(one => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual([
    'a',
    new Error('broken'),
    'c',
    expect.any(TooManyRequests),
  ])
  expect(await inTurn(work('e'))).toBe('e')
})
