import { expect, test } from 'vitest'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { isTimeToRemind } from './validity.ts'

const END = after(SOME_DAY, days(100))
const before = (milliseconds: number) => after(END, -milliseconds)

test.each([
  ['as soon as the last days begin', days(14), 14, true],
  ['not a minute before', days(14) + minutes(1), 14, false],
  ['until the end', minutes(1), 14, true],
  ['not at the end', 0, 14, false],
  ['never where it is switched off', days(1), 0, false],
  ['by what the organiser says', days(20), 30, true],
])('owners are reminded %s', (_, left, ahead, expected) => {
  expect(isTimeToRemind({ from: SOME_DAY, to: END }, ahead, before(left))).toBe(expected)
})

test.each([
  [28, true],
  [27, false],
])('a pass for %i days is long enough: %s', (length, expected) => {
  expect(isTimeToRemind({ from: before(days(length)), to: END }, 14, before(days(1)))).toBe(expected)
})
