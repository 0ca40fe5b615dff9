import { expect, test } from 'vitest'
import { after, hours, instant, minutes } from '#domain/foundation/instant.ts'
import {
  type ExtensionFacts,
  extendHold,
  extensionsLeft,
  heldAtFirst,
  heldLonger,
  holdUntil,
  holdUntilAsBefore,
  latestMoment,
} from './hold.ts'

const NOW = instant(1_800_000_000_000)
const facts = (changes: Partial<ExtensionFacts> = {}): ExtensionFacts => ({
  status: 'PENDING',
  validity: after(NOW, minutes(4)),
  extendedMinutes: 0,
  now: NOW,
  stepMinutes: 10,
  maxExtensions: 2,
  latest: after(NOW, minutes(60)),
  ...changes,
})

test('seats are held for the minutes the organiser sets', () => {
  expect(holdUntil(NOW, 25)).toBe(NOW + 25 * 60_000)
})

test.each([
  ['keeps the time that was left', 4, 0, 4],
  ['keeps the time that was asked for', 33, 10, 33],
  ['is never held longer than a new one', 3000, 0, 25],
  ['is never held longer than a new one and what was asked for', 3000, 10, 35],
])('an order in the place of another %s', (_, left, extendedMinutes, expected) => {
  const before = { validity: after(NOW, minutes(left)), extendedMinutes }
  expect(holdUntilAsBefore(NOW, 25, before)).toBe(after(NOW, minutes(expected)))
})

test('more time is added to what is left', () => {
  expect(extendHold(facts())).toEqual({
    ok: true,
    value: { validity: after(NOW, minutes(14)), extendedMinutes: 10, extensionsLeft: 1 },
  })
})

test('the organiser caps how much', () => {
  expect(extendHold(facts({ extendedMinutes: 20 }))).toMatchObject({
    ok: false,
    problems: [{ code: 'foyer.error.no-more-time' }],
  })
  expect(extensionsLeft(facts({ maxExtensions: 0 }))).toBe(0)
  expect(extensionsLeft(facts({ extendedMinutes: 15 }))).toBe(0)
})

test('more time ends at the latest moment of the order', () => {
  expect(extendHold(facts({ latest: after(NOW, minutes(7)) }))).toMatchObject({
    ok: true,
    value: { validity: after(NOW, minutes(7)), extendedMinutes: 10 },
  })
  expect(extendHold(facts({ latest: after(NOW, minutes(4)) }))).toMatchObject({
    ok: false,
    problems: [{ code: 'foyer.error.no-more-time' }],
  })
})

test('an expired reservation is not extended, and neither is one that has left checkout', () => {
  const expired = { ok: false, problems: [{ code: 'error.STEP_2_ORDER_HAS_EXPIRED' }] }
  expect(extendHold(facts({ validity: NOW }))).toMatchObject(expired)
  expect(extendHold(facts({ status: 'COMPLETE' }))).toMatchObject(expired)
})

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
])('an order is held %s', (_, validity, requested, expected) => {
  expect(heldLonger(at(validity), at(requested), at(85))).toBe(at(expected))
})
