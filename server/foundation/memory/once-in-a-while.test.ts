import { expect, test } from 'vitest'
import { onceInAWhile } from './brief-memory.ts'

test('each key once while the time runs, and again after it', () => {
  const logged: string[] = []
  const rarely = onceInAWhile<string>(3_600_000)
  for (const key of ['a', 'b', 'a']) rarely(key, () => logged.push(key))
  expect(logged).toEqual(['a', 'b'])
  const always = onceInAWhile<string>(0)
  for (const key of ['c', 'c']) always(key, () => logged.push(key))
  expect(logged).toEqual(['a', 'b', 'c', 'c'])
})
