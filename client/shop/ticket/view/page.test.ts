import { expect, test } from 'vitest'
import { ticketDates } from './page.tsx'

const aTicket = (start: string, end: string | undefined) => ({
  timeZone: 'Europe/Zurich',
  datesWithOffset: {
    startDateTime: Date.parse(start),
    startTimeZoneOffset: 7200,
    endDateTime: end === undefined ? 0 : Date.parse(end),
    endTimeZoneOffset: 7200,
  },
})

test('an event of one day has its day and its hours, in its own zone', () => {
  expect(ticketDates(aTicket('2027-05-15T07:00:00Z', '2027-05-15T15:30:00Z'), 'en')).toEqual([
    'Saturday 15 May 2027',
    '09:00 – 17:30',
  ])
})

test('an event of several days has its first and its last moment', () => {
  expect(ticketDates(aTicket('2027-05-15T07:00:00Z', '2027-05-16T15:30:00Z'), 'en')).toEqual([
    'Saturday 15 May 2027, 09:00 –',
    'Sunday 16 May 2027, 17:30',
  ])
})

test('past midnight in the zone of the event is another day', () => {
  expect(ticketDates(aTicket('2027-05-15T20:00:00Z', '2027-05-15T23:00:00Z'), 'en')).toHaveLength(2)
  expect(ticketDates(aTicket('2027-05-15T20:00:00Z', '2027-05-15T23:00:00Z'), 'en')[1]).toBe(
    'Sunday 16 May 2027, 01:00',
  )
})

test('an event without an end has its beginning', () => {
  expect(ticketDates(aTicket('2027-05-15T07:00:00Z', undefined), 'en')).toEqual(['Saturday 15 May 2027, 09:00'])
})
