import { expect, test } from 'vitest'
import { freeSlug, isSlug, slugOf } from './slug.ts'

test.each([
  ['Jazz à Vevey 2027', 'jazz-a-vevey-2027'],
  ['  Größe & Straße! ', 'grosse-strasse'],
  ['日本', 'event'],
  ['x'.repeat(300), 'x'.repeat(76)],
])('the short name of "%s" is %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
  expect(isSlug(slug)).toBe(true)
})

test('a taken short name gets the next free number', () => {
  expect(freeSlug('jazz', new Set())).toBe('jazz')
  expect(freeSlug('jazz', new Set(['jazz', 'jazz-2']))).toBe('jazz-3')
})

test.each(['', '-a', 'a/b', 'a b', 'é', 'x'.repeat(81)])('"%s" is no short name', text => {
  expect(isSlug(text)).toBe(false)
})
