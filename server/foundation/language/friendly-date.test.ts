import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { dateRange, longDate, shortTime } from './dates.ts'

const start = instant(Date.UTC(2027, 4, 15, 7))
const end = instant(Date.UTC(2027, 4, 15, 15, 30))
const nextDay = instant(Date.UTC(2027, 4, 16, 15, 30))

/** Languages differ in the kind of space around a dash; here only the words matter. */
const plain = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ')
const inZurich = (language: string) => ({ timeZone: 'Europe/Zurich', language })

test.each([
  ['en', 'Saturday 15 May 2027', '09:00', '09:00–17:30'],
  ['de', 'Samstag, 15. Mai 2027', '09:00', '09:00–17:30 Uhr'],
  ['fr', 'samedi 15 mai 2027', '09:00', '09:00 – 17:30'],
  ['it', 'sabato 15 maggio 2027', '09:00', '09:00–17:30'],
])('in %s a day reads %j', (language, day, time, hours) => {
  const place = inZurich(language)
  expect(longDate(start, place)).toBe(day)
  expect(shortTime(start, place)).toBe(time)
  expect(plain(dateRange({ start, end }, place))).toBe(`${day}, ${hours}`)
})

test('over several days both days are named', () => {
  const range = { start, end: nextDay }
  expect(dateRange(range, inZurich('en'))).toBe('Saturday 15 May 2027, 09:00 – Sunday 16 May 2027, 17:30')
})

test('whether it is one day is decided by the clock of the place', () => {
  const range = { start: instant(Date.UTC(2027, 4, 15, 21)), end: instant(Date.UTC(2027, 4, 15, 23)) }
  expect(dateRange(range, { timeZone: 'UTC', language: 'en' })).toBe('Saturday 15 May 2027, 21:00–23:00')
  expect(dateRange(range, inZurich('en'))).toBe('Saturday 15 May 2027, 23:00 – Sunday 16 May 2027, 01:00')
})

test('midnight is the first hour of the day', () => {
  expect(shortTime(instant(Date.UTC(2027, 0, 1)), { timeZone: 'UTC', language: 'en' })).toBe('00:00')
})
