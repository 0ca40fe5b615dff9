import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { momentText, timeSpanLines, timeSpanText } from './dates.ts'

const start = instant(Date.UTC(2027, 4, 15, 7))
const end = instant(Date.UTC(2027, 4, 15, 15, 30))
const nextDay = instant(Date.UTC(2027, 4, 16, 15, 30))

test.each([
  ['en', 'Europe/Zurich', 'Saturday 15 May 2027, 09:00–17:30 CEST'],
  ['de', 'Europe/Zurich', 'Samstag, 15. Mai 2027, 09:00–17:30 MESZ'],
  ['it', 'Asia/Tokyo', 'sabato 15 maggio, 16:00 – domenica 16 maggio 2027, 00:30 GMT+9'],
])('in %s and %s a span of time names its zone', (language, timeZone, text) => {
  expect(timeSpanText({ start, end, timeZone }, language).replace(/[\u2009\u202f]/g, ' ')).toBe(text)
})

test('two days take two lines', () => {
  expect(timeSpanLines({ start, end: nextDay, timeZone: 'Europe/Zurich' }, 'en')).toEqual([
    'Saturday 15 May, 09:00 –',
    'Sunday 16 May 2027, 17:30 CEST',
  ])
})

test('a winter moment is shown in winter time', () => {
  const winter = instant(Date.UTC(2027, 0, 15, 11))
  expect(momentText(winter, { timeZone: 'Europe/Zurich', language: 'en' })).toBe('Friday 15 January 2027, 12:00 CET')
})
