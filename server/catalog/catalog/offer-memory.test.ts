import { expect, test } from 'vitest'
import { offerMemory } from './offer-memory.ts'

function aMemory() {
  const versions = new Map([[1, 1n]])
  let loads = 0
  const memory = offerMemory({
    capacity: 10,
    readVersion: async id => versions.get(id),
    load: async id => `event ${id}, load ${(loads += 1)}`,
  })
  return { memory, versions, loads: () => loads }
}

test('an event is loaded once, and anew after it has changed', async () => {
  const { memory, versions } = aMemory()
  expect(await memory.atLeast(1, 1n)).toBe('event 1, load 1')
  expect(await memory.atLeast(1, 1n)).toBe('event 1, load 1')
  versions.set(1, 2n)
  expect(memory.cached(1, 2n)).toBeUndefined()
  expect(await memory.atLeast(1, 2n)).toBe('event 1, load 2')
})

test('who asks while an older version is being loaded gets the newer one', async () => {
  const { memory, versions } = aMemory()
  const older = memory.atLeast(1, 1n)
  versions.set(1, 2n)
  expect(await Promise.all([older, memory.atLeast(1, 2n)])).toContain('event 1, load 2')
})

test('a version that an event never had is an error, not a search without end', async () => {
  const { memory, loads } = aMemory()
  await expect(memory.atLeast(1, 9n)).rejects.toThrow('never of version 9')
  expect(loads()).toBe(2)
})

test('an unknown event is not there', async () => {
  const { memory } = aMemory()
  expect(await memory.atLeast(7, 1n)).toBeUndefined()
})
