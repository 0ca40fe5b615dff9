import { expect, test } from 'vitest'
import { SOME_DAY, aCategory } from '#tests/builders/offer.ts'
import { after, days } from '#domain/foundation/instant.ts'
import {
  byDisplayOrder,
  hasSaleEnded,
  isOnSale,
  isSaleInFuture,
  isSoldOut,
  maximumSaleable,
  withTokens,
  mayComeBack,
} from './category.ts'

const seats = { free: 3, held: 0, released: 0 }
const window = { start: SOME_DAY, end: after(SOME_DAY, days(1)) }
const category = aCategory({ onSale: window })

test.each([
  ['before it begins', after(window.start, -1), { onSale: false, future: true, ended: false }],
  ['in its first moment', window.start, { onSale: false, future: false, ended: false }],
  ['just after that', after(window.start, 1), { onSale: true, future: false, ended: false }],
  ['just before the end', after(window.end, -1), { onSale: true, future: false, ended: false }],
  ['in its last moment', window.end, { onSale: false, future: false, ended: true }],
  ['when it is over', after(window.end, 1), { onSale: false, future: false, ended: true }],
])('the state of a sale %s', (_, now, expected) => {
  const found = {
    onSale: isOnSale(category, now),
    future: isSaleInFuture(category, now),
    ended: hasSaleEnded(category, now),
  }
  expect(found).toEqual(expected)
})

test('sold out is only what is on sale and has no free seat', () => {
  const now = after(window.start, 1)
  expect(isSoldOut(category, { ...seats, free: 0 }, now)).toBe(true)
  expect(isSoldOut(category, seats, now)).toBe(false)
  expect(isSoldOut(category, { ...seats, free: 0 }, window.end)).toBe(false)
})

test.each([
  [{ free: 0, held: 0, released: 0 }, false],
  [{ free: 5, held: 0, released: 0 }, false],
  [{ free: 0, held: 1, released: 0 }, true],
  [{ free: 0, held: 0, released: 1 }, true],
])('seats %o may come back: %s', (count, expected) => {
  expect(mayComeBack(count)).toBe(expected)
})

test.each([
  [3, 5, 3],
  [9, 5, 5],
  [0, 5, 0],
  [-1, 5, 0],
])('with %i free seats and at most %i a line, %i can be taken', (free, most, expected) => {
  expect(maximumSaleable({ ...seats, free }, most)).toBe(expected)
})

test.each([
  [3, 5, 3],
  [5, 3, 3],
  [5, 0, 0],
])('%i free seats that need a token each, with %i tokens, are %i', (free, tokens, expected) => {
  expect(withTokens({ free, held: 1, released: 2 }, tokens)).toEqual({ free: expected, held: 1, released: 2 })
})

test('restricted categories come first, then by ordinal, begin and end of the sale, and id', () => {
  const later = { ...window, start: after(window.start, 1) }
  const longer = { ...window, end: after(window.end, 1) }
  const sorted = [
    aCategory({ id: 9, ordinal: 5, isRestricted: true }),
    aCategory({ id: 4, ordinal: 1, onSale: window }),
    aCategory({ id: 5, ordinal: 1, onSale: window }),
    aCategory({ id: 3, ordinal: 1, onSale: longer }),
    aCategory({ id: 2, ordinal: 1, onSale: later }),
    aCategory({ id: 1, ordinal: 2, onSale: window }),
  ]
  expect(
    sorted
      .toReversed()
      .sort(byDisplayOrder)
      .map(({ id }) => id),
  ).toEqual(sorted.map(({ id }) => id))
})
