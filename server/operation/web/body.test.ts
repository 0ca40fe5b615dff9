import { expect, test } from 'vitest'
import { isStorable } from './body.ts'

test.each([
  ['a NUL character', 'a\0b'],
  ['half a surrogate pair', { name: 'Ada \ud83d' }],
  ['a name of a member', [{ 'a\0': 1 }]],
  ['a number beyond all numbers', { deep: [{ count: Number.POSITIVE_INFINITY }] }],
])('%s is refused', (_, value) => {
  expect(isStorable(value)).toBe(false)
})

test('names in every script, emoji and all that is no text are fine', () => {
  expect(
    isStorable({ name: 'Ada 😀 李 عمر', count: -1, flag: true, none: null, file: Buffer.from([0]), absent: undefined }),
  ).toBe(true)
})

test('a body that is nested too deep for a recursion is searched', () => {
  let deep: unknown = 'a\0'
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  expect(isStorable(deep)).toBe(false)
})
