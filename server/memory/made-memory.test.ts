import { expect, test } from 'vitest'
import { madeMemory } from './made-memory.ts'

function aMaker() {
  let made = 0
  return { make: async () => (made += 1), count: () => made }
}

test('what was made is kept while its parts stay the same', async () => {
  const { make, count } = aMaker()
  const memory = madeMemory<number>({ capacity: 10 })
  expect(await memory.get('page', ['a', 'b'], make)).toBe(1)
  expect(await memory.get('page', ['a', 'b'], make)).toBe(1)
  expect(await memory.get('page', ['a', 'c'], make)).toBe(2)
  expect(await memory.get('page', ['a'], make)).toBe(3)
  expect(count()).toBe(3)
})

test('many who ask at once share one making', async () => {
  const { make, count } = aMaker()
  const memory = madeMemory<number>({ capacity: 10 })
  const asked = Array.from({ length: 50 }, () => memory.get('page', ['a'], make))
  expect(new Set(await Promise.all(asked))).toEqual(new Set([1]))
  expect(count()).toBe(1)
})

test('a failure is told to those who asked and not kept', async () => {
  const memory = madeMemory<number>({ capacity: 10 })
  const fail = () => memory.get('page', ['a'], () => Promise.reject(new Error('no')))
  await expect(fail()).rejects.toThrow('no')
  expect(await memory.get('page', ['a'], async () => 7)).toBe(7)
})

test('beyond its capacity the longest kept is made again', async () => {
  const { make } = aMaker()
  const memory = madeMemory<number>({ capacity: 2 })
  for (const key of ['one', 'two', 'three']) await memory.get(key, ['a'], make)
  expect(await memory.get('three', ['a'], make)).toBe(3)
  expect(await memory.get('one', ['a'], make)).toBe(4)
})
