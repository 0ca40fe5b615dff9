import { expect, test } from 'vitest'
import { localOf, momentOf } from './local-time.ts'

test('a local time is the moment at which a clock in the zone shows it', () => {
  const summer = Date.UTC(2027, 4, 15, 7)
  expect(momentOf('2027-05-15T09:00', 'Europe/Zurich')).toBe(summer)
  expect(localOf(summer, 'Europe/Zurich')).toBe('2027-05-15T09:00:00')
})

test('on the days on which summer time begins and ends, the hours before and after it are right', () => {
  expect(momentOf('2027-03-28T01:30', 'Europe/Zurich')).toBe(Date.UTC(2027, 2, 28, 0, 30))
  expect(momentOf('2027-03-28T03:30', 'Europe/Zurich')).toBe(Date.UTC(2027, 2, 28, 1, 30))
  expect(momentOf('2027-10-31T01:30', 'Europe/Zurich')).toBe(Date.UTC(2027, 9, 30, 23, 30))
  expect(momentOf('2027-10-31T03:30', 'Europe/Zurich')).toBe(Date.UTC(2027, 9, 31, 2, 30))
})

test('what is being typed is no moment yet', () => {
  for (const typed of ['', '2027', '2027-05', '2027-05-15', '15.5.2027', '2027-13-45T99:99'])
    expect(momentOf(typed, 'UTC')).toBeNull()
})
