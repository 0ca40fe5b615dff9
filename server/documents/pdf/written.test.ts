import { expect, test } from 'vitest'
import { inDirection, written } from './written.ts'

test.each([
  ['An anagram', 7],
  ['h0@example.org', 14.5],
  ['Ærøskøbing', 11.5],
  ['⸻⸻', 6],
  ['இளங்கோ', 18],
  ['', 0],
])('no word of "%s" is wider than %d em', (text, widest) => {
  expect(written(text).widest).toBe(widest)
})

test.each([
  ['ராம கிருஷ்ணன்', true],
  ['राम', true],
  ['Ada Lovelace', false],
  ['עדה', false],
])('"%s" reaches down: %s', (text, reachesDown) => {
  expect(written(text).reachesDown).toBe(reachesDown)
})

test('a text runs as its first letter does, unless its direction is given', () => {
  expect(written('עדה Lovelace').rtl).toBe(true)
  expect(written('Ada עדה').rtl).toBe(false)
  expect(inDirection('Ada', true).rtl).toBe(true)
})
