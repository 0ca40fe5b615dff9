import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { briefMemory } from './brief-memory.ts'

/** Loads that are answered when the test says so, in the order they were asked. */
function loads() {
  const open: PromiseWithResolvers<string>[] = []
  const load = (_key: string) => {
    const pending = Promise.withResolvers<string>()
    open.push(pending)
    return pending.promise
  }
  const at = (index: number): PromiseWithResolvers<string> => {
    const pending = open[index]
    if (!pending) throw new Error(`load ${index} was never asked for`)
    return pending
  }
  return { load, at, count: () => open.length }
}

/** Loads that answer at once, and what they were asked for. */
function recorded() {
  const loaded: string[] = []
  const load = async (key: string): Promise<string> => {
    loaded.push(key)
    return key
  }
  return { load, loaded }
}

const LONG = 3_600_000

test('many who ask at once share one load', async () => {
  const { load, at, count } = loads()
  const memory = briefMemory({ milliseconds: LONG, capacity: 10, load })
  const pending = [memory.get('a'), memory.get('a'), memory.get('a')]
  at(0).resolve('answer')
  expect(await Promise.all(pending)).toEqual(['answer', 'answer', 'answer'])
  expect(await memory.get('a')).toBe('answer')
  expect(count()).toBe(1)
})

test('each key has its own answer', async () => {
  const memory = briefMemory({ milliseconds: LONG, capacity: 10, load: async (key: string) => key.toUpperCase() })
  expect(await Promise.all([memory.get('a'), memory.get('b')])).toEqual(['A', 'B'])
})

test('an answer is used no longer than it may be', async () => {
  const { load, loaded } = recorded()
  const memory = briefMemory({ milliseconds: 0, capacity: 10, load })
  await memory.get('a')
  await memory.get('a')
  expect(loaded).toEqual(['a', 'a'])
})

test('after "drop" no caller gets the old answer', async () => {
  const { load, at } = loads()
  const memory = briefMemory({ milliseconds: LONG, capacity: 10, load })
  const first = memory.get('a')
  at(0).resolve('old')
  await first
  memory.drop('a')
  const second = memory.get('a')
  at(1).resolve('new')
  expect(await second).toBe('new')
})

test('an answer whose load was under way at "drop" is not kept, and the next load waits for it', async () => {
  const { load, at, count } = loads()
  const memory = briefMemory({ milliseconds: LONG, capacity: 10, load })
  const before = memory.get('a')
  memory.drop('a')
  const after = [memory.get('a'), memory.get('a')]
  expect(count()).toBe(1)
  at(0).resolve('old')
  expect(await before).toBe('old')
  await setImmediate()
  at(1).resolve('new')
  expect(await Promise.all(after)).toEqual(['new', 'new'])
  expect(await memory.get('a')).toBe('new')
  expect(count()).toBe(2)
})

test('a failure goes to every caller that asked, and is not remembered', async () => {
  const { load, at } = loads()
  const memory = briefMemory({ milliseconds: LONG, capacity: 10, load })
  const pending = [memory.get('a'), memory.get('a')]
  at(0).reject(new Error('the database is away'))
  const ends = await Promise.allSettled(pending)
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = memory.get('a')
  at(1).resolve('back')
  expect(await again).toBe('back')
})

test('a failed load that "drop" made void does not fail the next one', async () => {
  const { load, at } = loads()
  const memory = briefMemory({ milliseconds: LONG, capacity: 10, load })
  const before = memory.get('a')
  memory.drop('a')
  const after = memory.get('a')
  at(0).reject(new Error('the database is away'))
  await expect(before).rejects.toThrow('away')
  await setImmediate()
  at(1).resolve('back')
  expect(await after).toBe('back')
})

test('beyond its capacity the answer that was not used for the longest time goes', async () => {
  const { load, loaded } = recorded()
  const memory = briefMemory({ milliseconds: LONG, capacity: 2, load })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await memory.get(key)
  expect(loaded).toEqual(['a', 'b', 'c', 'b'])
})

test('"drop" of a key that was never requested does nothing', () => {
  const memory = briefMemory({ milliseconds: LONG, capacity: 2, load: async (key: string) => key })
  expect(() => memory.drop('a')).not.toThrow()
})

test('a void answer is returned as long as it is tolerated, and no longer', async () => {
  const { load, loaded } = recorded()
  const memory = briefMemory({
    milliseconds: LONG,
    capacity: 10,
    load,
    toleratedFor: value => (value === 'dear' ? LONG : 0),
  })
  for (const key of ['dear', 'cheap']) {
    await memory.get(key)
    memory.drop(key)
    await memory.get(key)
  }
  expect(loaded).toEqual(['dear', 'cheap', 'cheap'])
})

test('a void answer is never tolerated longer than a good one is used', async () => {
  const { load, loaded } = recorded()
  const memory = briefMemory({ milliseconds: 0, capacity: 10, load, toleratedFor: () => LONG })
  await memory.get('a')
  memory.drop('a')
  await memory.get('a')
  expect(loaded).toEqual(['a', 'a'])
})
