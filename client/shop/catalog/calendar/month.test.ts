import { expect, test } from 'vitest'
import { daysOf, weeksOf } from './month.ts'

test('a month is in weeks from Monday to Sunday, with gaps for the days of others', () => {
  const weeks = weeksOf('2027-05')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([undefined, undefined, undefined, undefined, undefined, 1, 2])
  expect(weeks[5]).toEqual([31, ...Array.from({ length: 6 }, () => undefined)])
  expect(weeksOf('2027-02').flat()).toEqual(Array.from({ length: 28 }, (_, day) => day + 1))
  expect(weeksOf('2028-02').flat().filter(Boolean)).toHaveLength(29)
})

const event = (start: string, end: string | undefined, timeZone = 'Europe/Zurich') => ({
  timeZone,
  datesWithOffset: {
    startDateTime: Date.parse(start),
    startTimeZoneOffset: 0,
    endDateTime: end === undefined ? 0 : Date.parse(end),
    endTimeZoneOffset: 0,
  },
})

test.each([
  ['one evening', event('2027-01-09T19:00Z', '2027-01-09T22:00Z'), [9]],
  ['several days', event('2027-01-09T08:00Z', '2027-01-11T16:00Z'), [9, 10, 11]],
  ['until midnight', event('2027-01-09T18:00Z', '2027-01-09T23:00Z'), [9]],
  ['by its own time', event('2027-01-09T23:30Z', '2027-01-10T01:00Z'), [10]],
  ['without end', event('2027-01-09T19:00Z', undefined), [9]],
  ['since the month before', event('2026-12-30T08:00Z', '2027-01-02T16:00Z'), [1, 2]],
  ['into the month after', event('2027-01-31T08:00Z', '2027-02-02T16:00Z'), [31]],
  ['of another month', event('2027-03-01T08:00Z', '2027-03-02T16:00Z'), []],
])('an event is on the days on which it is going on: %s', (_, { timeZone, datesWithOffset }, days) => {
  expect(daysOf({ timeZone, datesWithOffset }, '2027-01')).toEqual(days)
})
