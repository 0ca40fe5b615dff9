import { expect, test } from 'vitest'
import { boundedMemory } from './bounded-memory.ts'

/** A key of one letter takes two bytes. */
const aMemory = () => boundedMemory<string>({ maxBytes: 24, weigh: text => text.length })

test('beyond its bytes what was not asked for the longest goes first', () => {
  const memory = aMemory()
  memory.set('a', '1234567890')
  memory.set('b', '1234567890')
  memory.get('a')
  memory.set('c', '1234567890')
  expect([memory.get('a'), memory.get('b'), memory.get('c')]).toEqual(['1234567890', undefined, '1234567890'])
})

test('many small values, one large one, and none that is larger than the memory', () => {
  const memory = aMemory()
  for (const key of ['a', 'b', 'c', 'd']) memory.set(key, '1234')
  memory.set('e', '1234567890123456789012')
  expect([memory.get('a'), memory.get('d'), memory.get('e')?.length]).toEqual([undefined, undefined, 22])
  memory.set('e', '12345678901234567890123')
  expect(memory.get('e')).toBe(undefined)
  memory.set('f', '1234567890123456789012')
  expect(memory.get('f')?.length).toBe(22)
})
