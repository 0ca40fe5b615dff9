import { expect, test } from 'vitest'
import { wallTime } from '#domain/foundation/wall-clock.ts'
import { intoWorkingTime } from './distribution.ts'

const at = (text: string) => wallTime(Date.parse(`${text}:00Z`))

// 15 January 2027 is a Friday.
test.each([
  ['within working time', '2027-01-14T11:37', '2027-01-14T11:37'],
  ['at opening', '2027-01-14T08:00', '2027-01-14T08:00'],
  ['at closing', '2027-01-14T20:00', '2027-01-14T20:00'],
  ['a minute late: whole hours are added', '2027-01-14T20:01', '2027-01-15T08:01'],
  ['late in the evening', '2027-01-13T22:37', '2027-01-14T08:37'],
  ['just before midnight', '2027-01-13T23:59', '2027-01-14T08:59'],
  ['at midnight', '2027-01-14T00:00', '2027-01-14T08:00'],
  ['early in the morning', '2027-01-14T06:15', '2027-01-14T08:15'],
  ['a minute early', '2027-01-14T07:59', '2027-01-14T08:59'],
  ['on Saturday: Monday at the same hour', '2027-01-16T14:30', '2027-01-18T14:30'],
  ['on Sunday: Monday at the same hour', '2027-01-17T14:30', '2027-01-18T14:30'],
  ['on Saturday night', '2027-01-16T22:30', '2027-01-19T08:30'],
  ['on Sunday morning', '2027-01-17T03:10', '2027-01-18T08:10'],
  ['on Friday night', '2027-01-15T21:10', '2027-01-18T08:10'],
  ['on Saturday at midnight', '2027-01-16T00:00', '2027-01-18T08:00'],
  ['over the turn of the year', '2027-12-31T20:30', '2028-01-03T08:30'],
])('%s: %s becomes %s', (_name, moment, expected) => {
  expect(new Date(intoWorkingTime(at(moment))).toISOString()).toBe(`${expected}:00.000Z`)
})

test('every hour of a week ends within working time, at the same minute and never earlier', () => {
  for (let hour = 0; hour < 7 * 24; hour += 1) {
    const moment = wallTime(at('2027-01-11T00:07') + hour * 3_600_000)
    const moved = new Date(intoWorkingTime(moment))
    expect(moved.getTime()).toBeGreaterThanOrEqual(moment)
    expect(moved.getUTCMinutes()).toBe(7)
    expect([1, 2, 3, 4, 5]).toContain(moved.getUTCDay())
    expect(moved.getUTCHours()).toBeGreaterThanOrEqual(8)
    expect(moved.getUTCHours()).toBeLessThan(20)
  }
})
