import { expect, test } from 'vitest'
import { after, hours, instant, minutes } from '#domain/foundation/instant.ts'
import { heldAtFirst, heldLonger, latestMoment } from './hold.ts'

const MADE = instant(1_800_000_000_000)
const TERMS = { timeoutMinutes: 25, stepMinutes: 10, maxExtensions: 2, longestPaymentMs: minutes(30) }
const at = (count: number) => after(MADE, minutes(count))

test('the latest moment is the first hold, all extensions, the longest payment and ten minutes', () => {
  expect(latestMoment({ createdAt: MADE, heldFirstUntil: null }, TERMS)).toBe(at(25 + 20 + 30 + 10))
  const unlimited = { ...TERMS, maxExtensions: 0, longestPaymentMs: 0 }
  expect(latestMoment({ createdAt: MADE, heldFirstUntil: null }, unlimited)).toBe(at(35))
})

test('an offer of the waiting list, and an order in the place of another, count from the hold they began with', () => {
  const order = { createdAt: MADE, heldFirstUntil: after(MADE, hours(4)) }
  expect(heldAtFirst(order, TERMS)).toBe(at(240))
  expect(latestMoment(order, TERMS)).toBe(at(240 + 60))
})

test.each([
  ['as long as is wanted', 20, 50, 50],
  ['to the latest moment at most', 20, 90, 85],
  ['never shorter than before', 40, 30, 40],
  ['never shorter than before, past the latest moment either', 100, 120, 100],
])('an order is held %s', (_, validity, wanted, expected) => {
  expect(heldLonger(at(validity), at(wanted), at(85))).toBe(at(expected))
})
