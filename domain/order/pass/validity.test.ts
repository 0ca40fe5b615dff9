import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Instant, after, days, instant, minutes } from '#domain/foundation/instant.ts'
import { type PassExtension, extendedPass, isTimeToRemind, lastDayOf, validFrom } from './validity.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'

const at = (text: string): Instant => instant(Date.parse(text))
const ZURICH = 'Europe/Zurich'

function lastSecond(
  confirmed: string,
  units: number,
  unit: 'DAYS' | 'MONTHS' | 'YEARS',
  timeZone = ZURICH,
): string | undefined {
  const { to } = validFrom({ kind: 'STANDARD', units, unit }, { confirmedAt: at(confirmed), timeZone })
  return to === null ? undefined : new Date(to).toISOString()
}

test.each([
  ['a day', '2027-03-10T12:00:00Z', 1, 'DAYS', '2027-03-11T22:59:59.000Z'],
  ['a day that ends in summer time', '2027-03-27T12:00:00Z', 1, 'DAYS', '2027-03-28T21:59:59.000Z'],
  ['a day that ends in winter time', '2027-10-30T12:00:00Z', 1, 'DAYS', '2027-10-31T22:59:59.000Z'],
  ['a month from its 31st', '2027-01-31T12:00:00Z', 1, 'MONTHS', '2027-02-28T22:59:59.000Z'],
  ['a month into a leap year', '2028-01-31T12:00:00Z', 1, 'MONTHS', '2028-02-29T22:59:59.000Z'],
  ['six months into winter', '2027-05-31T12:00:00Z', 6, 'MONTHS', '2027-11-30T22:59:59.000Z'],
  ['a year from the 29th of February', '2028-02-29T12:00:00Z', 1, 'YEARS', '2029-02-28T22:59:59.000Z'],
  ['a day that has begun in its zone already', '2027-03-10T23:30:00Z', 1, 'DAYS', '2027-03-12T22:59:59.000Z'],
] as const)('%s', (_, confirmed, units, unit, expected) => expect(lastSecond(confirmed, units, unit)).toBe(expected))

test('the last second is one of the zone, also where midnight is skipped on that day', () => {
  // In Santiago the clock goes from 23:59:59 on Saturday 2027-09-04 to 01:00 on Sunday.
  expect(lastSecond('2027-09-03T15:00:00Z', 1, 'DAYS', 'America/Santiago')).toBe('2027-09-05T03:59:59.000Z')
})

test('a STANDARD pass is good from the moment it is confirmed, and longer with more units', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000_000_000 }),
      fc.integer({ min: 1, max: 36_499 }),
      fc.constantFrom('DAYS' as const, 'MONTHS' as const, 'YEARS' as const),
      fc.constantFrom(ZURICH, 'America/Santiago', 'Pacific/Auckland', 'UTC'),
      (seconds, units, unit, timeZone) => {
        const confirmedAt = instant(seconds * 1000)
        const one = validFrom({ kind: 'STANDARD', units, unit }, { confirmedAt, timeZone })
        const more = validFrom({ kind: 'STANDARD', units: units + 1, unit }, { confirmedAt, timeZone })
        expect(one.from).toBe(confirmedAt)
        expect(Number(one.to)).toBeGreaterThan(confirmedAt)
        expect(Number(more.to)).toBeGreaterThan(Number(one.to))
      },
    ),
  )
})

test('other passes are good when their organiser says, or always', () => {
  const when = { confirmedAt: at('2027-03-10T12:00:00Z'), timeZone: ZURICH }
  const [from, to] = [at('2027-04-01T00:00:00Z'), at('2027-05-01T00:00:00Z')]
  expect(validFrom({ kind: 'CUSTOM', from, to: null }, when)).toEqual({ from, to: null })
  expect(validFrom({ kind: 'CUSTOM', from: null, to }, when)).toEqual({ from: null, to })
  expect(validFrom({ kind: 'NOT_SET' }, when)).toEqual({ from: null, to: null })
})

const momentOf = (moment: string) => instant(Date.parse(moment))
const BEGINS = '2027-03-01T09:00:00Z'

test.each<[string, string, string, string]>([
  ['the last second of a day', '2027-10-31T22:59:59Z', 'Europe/Zurich', '2027-10-31'],
  ['noon', '2027-10-31T11:00:00Z', 'Europe/Zurich', '2027-10-31'],
  ['midnight, of which nothing is left', '2027-10-31T23:00:00Z', 'Europe/Zurich', '2027-10-31'],
  ['the first moment after midnight', '2027-10-31T23:00:00.001Z', 'Europe/Zurich', '2027-11-01'],
  ['the same elsewhere', '2027-10-31T22:59:59Z', 'Asia/Tokyo', '2027-11-01'],
])('a pass that ends at %s has its last day by its own clock', (_, ends, timeZone, day) => {
  expect(lastDayOf({ begins: momentOf(BEGINS), ends: momentOf(ends), timeZone }).day.toString()).toBe(day)
})

test.each([
  ['2028-03-01T22:59:59Z', 7],
  ['2027-03-09T22:59:59Z', 7],
  ['2027-03-08T22:59:59Z', 1],
  ['2027-03-02T22:59:59Z', 1],
  ['2027-03-01T22:59:59Z', 0],
  ['2027-02-01T22:59:59Z', 0],
])('from 1 March to %s the reminder comes %i days before', (ends, reminderDays) => {
  expect(lastDayOf({ begins: momentOf(BEGINS), ends: momentOf(ends), timeZone: 'Europe/Zurich' })).toMatchObject({
    reminderDays,
  })
})

const END = after(SOME_DAY, days(10))
const LATER = after(END, days(1))
const TEN = { status: 'ACQUIRED', maxEntries: 10, valid: { from: null, to: END } } as const
const NOTHING: PassExtension = { validTo: null, maxEntries: null }

describe('a bought pass', () => {
  test.each<[string, Partial<PassExtension>, object]>([
    ['a later end', { validTo: LATER }, { validTo: LATER, maxEntries: 10 }],
    ['more entries', { maxEntries: 12 }, { validTo: END, maxEntries: 12 }],
    ['both', { validTo: LATER, maxEntries: 11 }, { validTo: LATER, maxEntries: 11 }],
    ['what it has already', { validTo: END, maxEntries: 10 }, { validTo: END, maxEntries: 10 }],
  ])('can be given %s', (_, extension, value) => {
    expect(extendedPass(TEN, { ...NOTHING, ...extension })).toEqual({ ok: true, value })
  })

  test.each<[string, Parameters<typeof extendedPass>[0], Partial<PassExtension>, string]>([
    ['an earlier end', TEN, { validTo: SOME_DAY }, 'extension-shorter'],
    ['fewer entries', TEN, { maxEntries: 9 }, 'extension-fewer'],
    [
      'an end where it has none',
      { ...TEN, valid: { from: null, to: null } },
      { validTo: LATER },
      'extension-of-endless',
    ],
    ['a number where it has none', { ...TEN, maxEntries: null }, { maxEntries: 99 }, 'extension-of-unlimited'],
    ['anything before it is paid', { ...TEN, status: 'PENDING' }, { maxEntries: 12 }, 'extension-of-unsold'],
    ['anything once it was taken back', { ...TEN, status: 'CANCELLED' }, { maxEntries: 12 }, 'extension-of-unsold'],
    ['nothing', TEN, {}, 'extension-of-nothing'],
  ])('can’t be given %s', (_, pass, extension, code) => {
    const outcome = extendedPass(pass, { ...NOTHING, ...extension })
    expect(outcome.ok ? [] : outcome.problems.map(found => found.code)).toEqual([code])
  })
})

const END_OF_PASS = after(SOME_DAY, days(100))
const before = (milliseconds: number) => after(END_OF_PASS, -milliseconds)

test.each([
  ['as soon as the last days begin', days(14), 14, true],
  ['not a minute before', days(14) + minutes(1), 14, false],
  ['until the end', minutes(1), 14, true],
  ['not at the end', 0, 14, false],
  ['never where it is switched off', days(1), 0, false],
  ['by what the organiser says', days(20), 30, true],
])('owners are reminded %s', (_, left, ahead, expected) => {
  expect(isTimeToRemind({ from: SOME_DAY, to: END_OF_PASS }, ahead, before(left))).toBe(expected)
})

test.each([
  [28, true],
  [27, false],
])('a pass for %i days is long enough: %s', (length, expected) => {
  expect(isTimeToRemind({ from: before(days(length)), to: END_OF_PASS }, 14, before(days(1)))).toBe(expected)
})
