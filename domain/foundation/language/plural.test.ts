import { expect, test } from 'vitest'
import { pluralOf } from './texts.ts'

test.each([
  ['en', 0, 'other'],
  ['en', 1, 'one'],
  ['en', 2, 'other'],
  ['de', 0, 'other'],
  ['it', 1, 'one'],
  ['it', 1_000_000, 'other'],
  ['fr', 0, 'one'],
  ['fr', 1, 'one'],
  ['fr', 2, 'other'],
])('in %s the form for %i is "%s"', (language, count, expected) => {
  expect(pluralOf(language, count)).toBe(expected)
})
