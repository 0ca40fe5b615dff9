import { expect, test } from 'vitest'
import { dayBefore } from './question-texts.ts'

test.each([
  ['2027-05-15T12:00:00Z', 'Europe/Zurich', '2027-05-14'],
  ['2027-05-15T23:30:00Z', 'Europe/Zurich', '2027-05-15'],
  ['2027-05-15T23:30:00Z', 'America/New_York', '2027-05-14'],
  ['2027-03-01T00:30:00Z', 'Europe/London', '2027-02-28'],
  // Half an hour after the day that had 23 hours: 24 hours ago is the day before that one.
  ['2027-03-28T22:30:00Z', 'Europe/Zurich', '2027-03-28'],
])('at %s in %s yesterday was %s', (moment, timeZone, yesterday) => {
  expect(dayBefore(Date.parse(moment), timeZone)).toBe(yesterday)
})
