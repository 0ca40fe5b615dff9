import { describe, expect, test } from 'vitest'
import { datesIn, minutesEast } from './formats.ts'

const MAY_15 = Date.UTC(2027, 4, 15, 7, 0)

describe('a date', () => {
  test.each([
    ['en', 'Europe/Zurich', 'Saturday 15 May 2027, 09:00'],
    ['de', 'Europe/Zurich', 'Samstag, 15. Mai 2027, 09:00'],
    ['fr', 'Europe/Zurich', 'samedi 15 mai 2027, 09:00'],
    ['it', 'America/New_York', 'sabato 15 maggio 2027, 03:00'],
  ])('in %s, %s, reads %s', (language, zone, expected) => {
    expect(datesIn(language, zone).moment(MAY_15)).toBe(expected)
  })

  test('midnight is 00:00', () => expect(datesIn('en', 'UTC').time(Date.UTC(2027, 0, 1))).toBe('00:00'))

  test('has a leaf with the day as a figure alone', () => {
    expect(datesIn('de', 'Europe/Zurich').parts(MAY_15)).toEqual({ weekday: 'Sa', day: '15', month: 'Mai' })
  })
})

describe('the distance from UTC', () => {
  test('follows summer time', () => {
    expect(minutesEast('Europe/Zurich', MAY_15)).toBe(120)
    expect(minutesEast('Europe/Zurich', Date.UTC(2027, 0, 15))).toBe(60)
  })
  test('is negative in the west and may have half hours', () => {
    expect(minutesEast('America/New_York', MAY_15)).toBe(-240)
    expect(minutesEast('Asia/Kolkata', MAY_15)).toBe(330)
  })
})
