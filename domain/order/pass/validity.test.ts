import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { validFrom } from './validity.ts'

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
