import { expect, test } from 'vitest'
import { type Timed, whenText } from './when-and-where.ts'

const HOURS = 3_600_000
const MORNING = Date.UTC(2027, 4, 15, 7)
const t = (key: string, ...args: readonly (string | number)[]): string =>
  key === 'event-days.single-day.hours' ? args.join(' to ') : [key, ...args].join(' ')

function anEvent(hours: number | undefined, sameDay = true): Timed {
  const offsets = { startTimeZoneOffset: 7200, endTimeZoneOffset: 7200 }
  const endDateTime = hours === undefined ? 0 : MORNING + hours * HOURS
  return { timeZone: 'Europe/Zurich', sameDay, datesWithOffset: { startDateTime: MORNING, endDateTime, ...offsets } }
}

test('the hours of a day are on one line, the day may be on another', () => {
  expect(whenText(anEvent(8), 'en', t)).toBe('Saturday 15 May 2027, 09:00\u00a0to\u00a017:00')
})

test('several days are written from beginning to end, and without an end only the beginning is', () => {
  expect(whenText(anEvent(33, false), 'en', t)).toBe(
    'event-days.from event-days.not-same-day Saturday 15 May 2027 09:00 ' +
      'event-days.to event-days.not-same-day Sunday 16 May 2027 18:00',
  )
  expect(whenText(anEvent(undefined), 'en', t)).toMatch(/^Saturday 15 May 2027\W+09:00$/)
})
