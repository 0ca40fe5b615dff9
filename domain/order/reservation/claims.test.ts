import { expect, test } from 'vitest'
import { after, instant } from '#domain/foundation/instant.ts'
import { type ClaimFacts, isWhyReturned, lostOf } from './confirm.ts'

const now = instant(1_800_000_000_000)
const pass: NonNullable<ClaimFacts['pass']> = {
  status: 'ACQUIRED',
  valid: { from: null, to: null },
  usage: 'UNLIMITED',
  maxEntries: 3,
  used: 1,
  usedAtEvent: 1,
  own: 2,
  now,
}

test.each<[string, ReturnType<typeof lostOf>, Partial<ClaimFacts>]>([
  ['without code and pass', null, {}],
  ['whose code is used up', 'code', { areUsesLeft: false }],
  ['whose pass has an entry for each ticket', null, { pass }],
  ['whose pass has an entry too few', 'pass', { pass: { ...pass, used: 2 } }],
  ['whose pass was cancelled', 'pass', { pass: { ...pass, status: 'CANCELLED' } }],
  ['whose pass has run out', 'pass', { pass: { ...pass, valid: { from: null, to: after(now, -1) } } }],
  [
    'whose pass pays for one ticket an event',
    null,
    { pass: { ...pass, usage: 'ONCE_PER_EVENT', usedAtEvent: 0, own: 1 } },
  ],
  [
    'whose pass has paid for a ticket of the event meanwhile',
    'pass',
    { pass: { ...pass, usage: 'ONCE_PER_EVENT', own: 1 } },
  ],
  ['whose pass pays for any number', null, { pass: { ...pass, maxEntries: null, used: 400 } }],
  ['that has lost both', 'pass', { areUsesLeft: false, pass: { ...pass, status: 'CANCELLED' } }],
])('an order %s has lost: %s', (_, expected, facts) => {
  expect(lostOf({ areUsesLeft: true, pass: null, ...facts })).toBe(expected)
})

test('a reason why money went back differs from a refusal', () => {
  expect(isWhyReturned('foyer.payment.returned.pass')).toBe(true)
  expect(isWhyReturned('foyer.payment.refused')).toBe(false)
})
