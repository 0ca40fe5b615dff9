import { expect, test } from 'vitest'
import { clockDigits, clockWords, minutesInWords, minutesToAnnounce, urgencyOf } from './countdown.tsx'

test.each([
  [300_001, 'calm'],
  [300_000, 'calm'],
  [299_999, 'soon'],
  [60_000, 'soon'],
  [59_999, 'last'],
  [1, 'last'],
  [0, 'over'],
  [-5, 'over'],
])('%d ms left is %s', (left, urgency) => {
  expect(urgencyOf(left)).toBe(urgency)
})

test('the time left is spoken once at five minutes and once at one minute', () => {
  expect(minutesToAnnounce(300_400, 299_400)).toBe(5)
  expect(minutesToAnnounce(299_400, 298_400)).toBeUndefined()
  expect(minutesToAnnounce(60_200, 59_200)).toBe(1)
  expect(minutesToAnnounce(301_000, 300_500)).toBeUndefined()
})

test('after a sleep past both marks only the last is spoken, and nothing at the end', () => {
  expect(minutesToAnnounce(900_000, 30_000)).toBe(1)
  expect(minutesToAnnounce(900_000, 0)).toBeUndefined()
})

test('having gained time, the marks count again', () => {
  expect(minutesToAnnounce(30_000, 600_000)).toBeUndefined()
  expect(minutesToAnnounce(600_000, 299_000)).toBe(5)
})

test('digits count a started second in full', () => {
  expect(clockDigits(278_000)).toBe('4:38')
  expect(clockDigits(277_001)).toBe('4:38')
  expect(clockDigits(1)).toBe('0:01')
  expect(clockDigits(0)).toBe('0:00')
  expect(clockDigits(-10)).toBe('0:00')
  expect(clockDigits(3_600_000 + 65_000)).toBe('1:01:05')
})

test('words leave out what is zero', () => {
  expect(clockWords(278_000, 'en')).toBe('4 minutes 38 seconds')
  expect(clockWords(60_000, 'de')).toBe('1 Minute')
  expect(minutesInWords(5, 'fr')).toBe('5 minutes')
})
