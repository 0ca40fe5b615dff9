import { expect, test, vi } from 'vitest'
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
  const reads = Array.from({ length: 50 }, () => memory.get('page', ['a'], make))
  expect(new Set(await Promise.all(reads))).toEqual(new Set([1]))
  expect(count()).toBe(1)
})

test('a failure goes to the callers that asked and is not kept', async () => {
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

const ofBytes = () => madeMemory<string>({ capacity: 10, maxBytes: 24, weigh: text => text.length })

test('beyond its bytes the longest kept goes, and what is larger than all is not kept', async () => {
  const memory = ofBytes()
  const make = (text: string) => vi.fn<() => Promise<string>>(async () => text)
  const [one, two, three, large] = [make('1234567890'), make('1234567890'), make('1234567890'), make('1'.repeat(30))]
  await memory.get('a', [], one)
  await memory.get('b', [], two)
  await memory.get('c', [], three)
  await memory.get('c', [], three)
  await memory.get('b', [], two)
  await memory.get('a', [], one)
  expect([one, two, three].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1])
  await memory.get('d', [], large)
  await memory.get('d', [], large)
  expect(large).toHaveBeenCalledTimes(2)
})

test('what is not worth it is made again, and shared meanwhile', async () => {
  const memory = madeMemory<string>({ capacity: 10, isKept: made => made !== 'missing' })
  const make = vi.fn<() => Promise<string>>(async () => 'missing')
  await Promise.all([memory.get('a', [], make), memory.get('a', [], make)])
  expect(make).toHaveBeenCalledTimes(1)
  await memory.get('a', [], make)
  expect(make).toHaveBeenCalledTimes(2)
})

const put = (memory: ReturnType<typeof ofBytes>, key: string, text: string, parts: readonly unknown[] = []) =>
  memory.get(key, parts, async () => text)

test('beyond its bytes what was not asked for the longest goes first', async () => {
  const memory = ofBytes()
  await put(memory, 'a', '1234567890')
  await put(memory, 'b', '1234567890')
  memory.cached('a', [])
  await put(memory, 'c', '1234567890')
  expect(['a', 'b', 'c'].map(key => memory.cached(key, []))).toEqual(['1234567890', undefined, '1234567890'])
})

test('many small values, one large one, and none that is larger than the memory', async () => {
  const memory = ofBytes()
  for (const key of ['a', 'b', 'c', 'd']) await put(memory, key, '1234')
  await put(memory, 'e', '1234567890123456789012')
  expect(['a', 'd', 'e'].map(key => memory.cached(key, [])?.length)).toEqual([undefined, undefined, 22])
  await put(memory, 'e', '12345678901234567890123', ['longer'])
  expect([memory.cached('e', []), memory.cached('e', ['longer'])]).toEqual([undefined, undefined])
  await put(memory, 'f', '1234567890123456789012')
  expect(memory.cached('f', [])?.length).toBe(22)
})

test('what is made of former parts takes no place of what was made of later ones', async () => {
  const memory = ofBytes()
  const { promise: slow, resolve } = Promise.withResolvers<string>()
  const former = memory.get('a', [1], () => slow)
  await put(memory, 'a', 'later', [2])
  resolve('former')
  expect(await former).toBe('former')
  expect([memory.cached('a', [1]), memory.cached('a', [2])]).toEqual([undefined, 'later'])
})
