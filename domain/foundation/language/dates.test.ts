import { describe, expect, test } from 'vitest'
import { type Dates, datesIn, minutesEast } from './dates.ts'

const ZURICH = 'Europe/Zurich'
const at = (text: string): number => Date.parse(text)
const start = at('2027-05-15T09:00+02:00')
const spanOf = (dates: Dates, begin: number, end: number): string => dates.spanLines(begin, end).join(' ')
const LANGUAGES = ['en', 'de', 'fr', 'it'] as const

describe('a date in words, in four languages', () => {
  test.each<[what: string, write: (dates: Dates) => string, expected: readonly string[]]>([
    [
      'a moment',
      dates => dates.moment(start),
      [
        'Saturday 15 May 2027, 09:00',
        'Samstag, 15. Mai 2027, 09:00',
        'samedi 15 mai 2027, 09:00',
        'sabato 15 maggio 2027, 09:00',
      ],
    ],
    [
      'hours of one day',
      dates => spanOf(dates, start, at('2027-05-15T17:30+02:00')),
      [
        'Saturday 15 May 2027, 09:00–17:30',
        'Samstag, 15. Mai 2027, 09:00–17:30',
        'samedi 15 mai 2027, 09:00–17:30',
        'sabato 15 maggio 2027, 09:00–17:30',
      ],
    ],
    [
      'two days of a year',
      dates => spanOf(dates, start, at('2027-05-16T17:30+02:00')),
      [
        'Saturday 15 May, 09:00 – Sunday 16 May 2027, 17:30',
        'Samstag, 15. Mai, 09:00 – Sonntag, 16. Mai 2027, 17:30',
        'samedi 15 mai, 09:00 – dimanche 16 mai 2027, 17:30',
        'sabato 15 maggio, 09:00 – domenica 16 maggio 2027, 17:30',
      ],
    ],
    [
      'two days of two years',
      dates => spanOf(dates, at('2027-12-31T20:00+01:00'), at('2028-01-01T04:00+01:00')),
      [
        'Friday 31 December 2027, 20:00 – Saturday 1 January 2028, 04:00',
        'Freitag, 31. Dezember 2027, 20:00 – Samstag, 1. Januar 2028, 04:00',
        'vendredi 31 décembre 2027, 20:00 – samedi 1 janvier 2028, 04:00',
        'venerdì 31 dicembre 2027, 20:00 – sabato 1 gennaio 2028, 04:00',
      ],
    ],
    [
      'days of a month',
      dates => dates.days(start, at('2027-05-16T17:30+02:00')),
      ['15–16 May 2027', '15.–16. Mai 2027', '15–16 mai 2027', '15–16 maggio 2027'],
    ],
    [
      'days of two months',
      dates => dates.days(at('2027-05-30T09:00+02:00'), at('2027-06-02T09:00+02:00')),
      ['30 May – 2 June 2027', '30. Mai – 2. Juni 2027', '30 mai – 2 juin 2027', '30 maggio – 2 giugno 2027'],
    ],
    ['a day', dates => dates.shortDay(start), ['15 May 2027', '15. Mai 2027', '15 mai 2027', '15 maggio 2027']],
    ['a day of the year', dates => dates.dayAndMonth(start), ['15 May', '15. Mai', '15 mai', '15 maggio']],
    ['the same in little room', dates => dates.dayAndShortMonth(start), ['15 May', '15. Mai', '15 mai', '15 mag']],
    ['a month', dates => dates.month(start), ['May 2027', 'Mai 2027', 'mai 2027', 'maggio 2027']],
  ])('%s', (_, write, expected) => {
    expect(LANGUAGES.map(language => write(datesIn(language, ZURICH)))).toEqual(expected)
  })

  test('midnight is 00:00, and is read by the clock of the place', () => {
    expect(datesIn('en', 'UTC').time(at('2027-01-01T00:00Z'))).toBe('00:00')
    expect(datesIn('it', 'America/New_York').moment(start)).toBe('sabato 15 maggio 2027, 03:00')
  })
})

describe('a leaf of a calendar', () => {
  test('has the day as a figure alone', () => {
    expect(datesIn('de', ZURICH).tile(start, start)).toEqual({ weekday: 'Sa', day: '15', month: 'Mai' })
  })
  test.each([
    ['several days', '2027-05-16T17:30+02:00', { weekday: 'Sat–Sun', day: '15–16', month: 'May' }],
    ['days of two months', '2027-06-02T12:00+02:00', { weekday: 'Sat–Wed', day: '15–2', month: 'May–Jun' }],
    ['a night', '2027-05-16T04:00+02:00', { weekday: 'Sat', day: '15', month: 'May' }],
  ])('of %s', (_, end, tile) => expect(datesIn('en', ZURICH).tile(start, at(end))).toEqual(tile))
})

describe('the zone is named', () => {
  test('to a reader whose clock shows something else, and to one who may be anywhere', () => {
    const moment = (zone: string | undefined) =>
      datesIn('en', ZURICH, zone === undefined ? 'anywhere' : { zone }).moment(start)
    expect(moment('Europe/Berlin')).toBe('Saturday 15 May 2027, 09:00')
    expect(moment('Africa/Lagos')).toBe('Saturday 15 May 2027, 09:00 CEST')
    expect(moment(undefined)).toBe('Saturday 15 May 2027, 09:00 CEST')
  })

  test.each<[string, string]>([
    ['2027-10-31T01:59+02:00', '01:59'],
    ['2027-10-31T02:00+02:00', '02:00 CEST'],
    ['2027-10-31T02:30+02:00', '02:30 CEST'],
    ['2027-10-31T02:30+01:00', '02:30 CET'],
    ['2027-10-31T03:00+01:00', '03:00'],
    ['2027-03-28T01:59+01:00', '01:59'],
    ['2027-03-28T03:00+02:00', '03:00'],
  ])('in the hour that comes twice in autumn: %s', (moment, expected) => {
    expect(datesIn('en', ZURICH).time(at(moment))).toBe(expected)
    const { time } = datesIn('en', ZURICH, 'anywhere')
    expect(time(at(moment))).toBe(expected)
  })

  test('once, after an hour that comes twice', () => {
    expect(spanOf(datesIn('en', ZURICH, 'anywhere'), at('2027-10-31T02:10+02:00'), at('2027-10-31T02:10+01:00'))).toBe(
      'Sunday 31 October 2027, 02:10 CEST–02:10 CET',
    )
  })
})

describe('the distance from UTC', () => {
  test('follows summer time', () => {
    expect(minutesEast(ZURICH, start)).toBe(120)
    expect(minutesEast(ZURICH, at('2027-01-15T00:00Z'))).toBe(60)
  })
  test('is negative in the west and may have half hours', () => {
    expect(minutesEast('America/New_York', start)).toBe(-240)
    expect(minutesEast('Asia/Kolkata', start)).toBe(330)
  })
})
