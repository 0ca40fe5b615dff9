import { describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { type Schedule, nextDue, spanOf, spanOfDays } from './schedule.ts'

const ZONE = 'Europe/Zurich'
const at = (iso: string) => instant(Date.parse(iso))
const printed = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString().slice(0, 16))

describe('the next moment of a schedule', () => {
  test.each<[string, Schedule, string, string]>([
    ['later today', { kind: 'DAILY', hour: 7 }, '2027-01-10T05:00Z', '2027-01-10T06:00'],
    ['not the same moment again', { kind: 'DAILY', hour: 7 }, '2027-01-10T06:00Z', '2027-01-11T06:00'],
    ['an hour that is skipped', { kind: 'DAILY', hour: 2 }, '2027-03-27T12:00Z', '2027-03-28T01:00'],
    ['the first of an hour that comes twice', { kind: 'DAILY', hour: 2 }, '2027-10-30T12:00Z', '2027-10-31T00:00'],
    ['not its second time', { kind: 'DAILY', hour: 2 }, '2027-10-31T00:00Z', '2027-11-01T01:00'],
    ['Monday', { kind: 'WEEKLY', weekday: 1, hour: 8 }, '2027-01-12T12:00Z', '2027-01-18T07:00'],
    ['summer time', { kind: 'WEEKLY', weekday: 1, hour: 8 }, '2027-03-27T12:00Z', '2027-03-29T06:00'],
    ['a day of the month', { kind: 'MONTHLY', day: 1, hour: 6 }, '2027-01-31T23:30Z', '2027-02-01T05:00'],
    ['the last day of a short month', { kind: 'MONTHLY', day: 31, hour: 6 }, '2027-02-01T12:00Z', '2027-02-28T05:00'],
  ])('is %s', (_, schedule, now, expected) => {
    expect(printed(nextDue(schedule, ZONE, at(now)))).toBe(expected)
  })
})

describe('a period', () => {
  test.each([
    ['DAY', '2027-03-28T22:30Z', '2027-03-27T23:00', '2027-03-28T22:00'],
    ['WEEK', '2027-01-11T06:00Z', '2027-01-03T23:00', '2027-01-10T23:00'],
    ['MONTH', '2027-03-01T06:00Z', '2027-01-31T23:00', '2027-02-28T23:00'],
    ['ALL', '2027-03-01T06:00Z', null, null],
  ] as const)('%s is the last one that has ended', (period, now, since, until) => {
    const span = spanOf(period, ZONE, at(now))
    expect([printed(span.since), printed(span.until)]).toEqual([since, until])
  })

  test('of stated days has both of them, by the calendar of the zone', () => {
    const { since, until } = spanOfDays('2027-03-28', '2027-03-28', ZONE)
    expect([printed(since), printed(until)]).toEqual(['2027-03-27T23:00', '2027-03-28T22:00'])
  })
})
