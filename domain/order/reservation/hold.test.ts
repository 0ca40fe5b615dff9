import { expect, test } from 'vitest'
import { after, instant, minutes } from '#domain/foundation/instant.ts'
import { type ExtensionFacts, extendHold, extensionsLeft, holdUntil, holdUntilAsBefore } from './hold.ts'

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
