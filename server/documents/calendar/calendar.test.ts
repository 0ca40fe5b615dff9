import { describe, expect, test } from 'vitest'
import { after, days, hours, instant } from '#domain/foundation/instant.ts'
import { readCalendar } from '#tests/support/documents/read-calendar.ts'
import {
  type CalendarEntry,
  calendarToSubscribe,
  subscribedEntry,
  eventCalendar,
  googleCalendarLink,
  timeZoneComponent,
} from './calendar.ts'

function anEntry(change: Partial<CalendarEntry> = {}): CalendarEntry {
  return {
    shortName: 'alpine-2027',
    displayName: 'Alpine Systems Days; talks, and more',
    description: '# About\n\nTwo **days** of [talks](https://a.example).',
    location: 'Palazzo dei Congressi\r\nPiazza 4,\tLugano',
    joinUrl: null,
    span: {
      start: instant(Date.UTC(2027, 4, 15, 7)),
      end: instant(Date.UTC(2027, 4, 16, 15, 30)),
      timeZone: 'Europe/Zurich',
    },
    categoryId: null,
    websiteUrl: 'https://alpine.example/',
    version: 7,
    ...change,
  }
}

const context = { host: 'shop.example', writtenAt: instant(Date.UTC(2027, 0, 1)) }

/** The one entry of the file. */
function entryOf(change: Partial<CalendarEntry> = {}) {
  const { entries } = readCalendar(eventCalendar(anEntry(change), context))
  expect(entries).toHaveLength(1)
  const [entry] = entries
  if (!entry) throw new Error('no entry')
  return entry
}

describe('a calendar file', () => {
  test('has one entry, by the clock of the place, and how that clock runs', () => {
    expect(readCalendar(eventCalendar(anEntry(), context))).toEqual({
      name: '',
      method: 'PUBLISH',
      timeZones: ['Europe/Zurich'],
      entries: [
        {
          uid: 'alpine-2027@shop.example',
          sequence: 7,
          summary: 'Alpine Systems Days; talks, and more',
          description: 'About\n\nTwo days of talks (https://a.example).',
          location: 'Palazzo dei Congressi Piazza 4, Lugano',
          url: 'https://alpine.example/',
          status: 'CONFIRMED',
          stamp: '2027-01-01T00:00:00Z',
          start: '2027-05-15T09:00:00',
          end: '2027-05-16T17:30:00',
          timeZone: 'Europe/Zurich',
          startInstant: Date.UTC(2027, 4, 15, 7),
          endInstant: Date.UTC(2027, 4, 16, 15, 30),
          alarms: [],
        },
      ],
    })
  })

  test('of an online event names no place, and nothing unknown is made up', () => {
    const entry = entryOf({ location: null, websiteUrl: null, description: '' })
    expect(entry).toMatchObject({ location: '', url: '', description: '' })
    expect(eventCalendar(anEntry(), context)).not.toContain('ORGANIZER')
  })

  test('has, for an attendee who takes part online, the waiting room in the place of the location', () => {
    const joinUrl = 'https://shop.example/event/alpine/ticket/1/check-in/2/waiting-room?lang=en'
    expect(entryOf({ location: null, joinUrl })).toMatchObject({ location: joinUrl, url: 'https://alpine.example/' })
    expect(googleCalendarLink(anEntry({ location: null, joinUrl }))).not.toContain('waiting-room')
  })

  test('keeps the id of the entry when the event is renamed or moved, with a higher number', () => {
    const { span } = anEntry()
    const moved = entryOf({ displayName: 'New', version: 8, span: { ...span, end: instant(span.end + 1) } })
    expect(moved).toMatchObject({ uid: entryOf().uid, sequence: 8 })
  })

  test('gives a category with its own times an id of its own', () => {
    expect(entryOf({ categoryId: 3 }).uid).toBe('alpine-2027-3@shop.example')
  })

  test('ends each of its lines by CR and LF, the last one too', () => {
    const file = eventCalendar(anEntry(), context)
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  test('starts no other property by a line break in a name', () => {
    expect(eventCalendar(anEntry({ displayName: 'A\r\nATTENDEE:mailto:x@example.org' }), context)).not.toMatch(
      /^ATTENDEE/m,
    )
  })

  test('folds long lines, and nothing of them is lost', () => {
    const description = 'Größe 🎉 und noch mehr, ja; wirklich. '.repeat(20).trim()
    const file = eventCalendar(anEntry({ description }), context)
    expect(Math.max(...file.split('\r\n').map(line => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(entryOf({ description }).description).toBe(description)
  })
})

const ZONES = [
  'Europe/Zurich',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
]

test.each(ZONES)('a calendar that knows no zones finds every moment in %s from the file alone', timeZone => {
  // Hours before and after the clocks are changed, in both halves of the year.
  const starts = [Date.UTC(2027, 0, 15, 12), Date.UTC(2027, 6, 15, 12), Date.UTC(2027, 2, 27), Date.UTC(2027, 9, 30)]
  for (const start of starts.map(instant)) {
    for (const length of [hours(2), days(2), days(400)]) {
      const span = { start, end: after(start, length), timeZone }
      expect(entryOf({ span })).toMatchObject({ startInstant: span.start, endInstant: span.end, timeZone })
    }
  }
})

test('a zone has the offset that holds at the beginning, with each change until the end', () => {
  const span = { start: instant(Date.UTC(2027, 9, 30, 7)), end: instant(Date.UTC(2027, 9, 31, 7)) }
  expect(timeZoneComponent('Europe/Zurich', span).split('\r\n')).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Zurich',
    'BEGIN:DAYLIGHT',
    'DTSTART:20270328T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'DTSTART:20271031T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
  ])
})

test('a calendar to subscribe to has many entries and each zone once', () => {
  const { span, ...lugano } = anEntry()
  const inTokyo = { ...lugano, shortName: 'tokyo', span: { ...span, timeZone: 'Asia/Tokyo' } }
  const later = {
    ...lugano,
    shortName: 'later',
    span: { ...span, start: after(span.start, days(300)), end: after(span.end, days(300)) },
  }
  const file = calendarToSubscribe(
    [anEntry(), inTokyo, later].map(entry => subscribedEntry({ entry, writtenAt: context.writtenAt }, 'shop.example')),
    { name: 'Events · Alpine', address: 'https://shop.example/feed/events.ics' },
  )
  const read = readCalendar(file)
  expect(read).toMatchObject({ name: 'Events · Alpine', method: 'PUBLISH', timeZones: ['Europe/Zurich', 'Asia/Tokyo'] })
  expect(read.entries.map(({ uid, startInstant, timeZone }) => [uid, startInstant, timeZone])).toEqual([
    ['alpine-2027@shop.example', span.start, 'Europe/Zurich'],
    ['tokyo@shop.example', span.start, 'Asia/Tokyo'],
    ['later@shop.example', later.span.start, 'Europe/Zurich'],
  ])
})

test('the link to the Google form carries local times and the zone', () => {
  const link = new URL(googleCalendarLink(anEntry()))
  expect(link.origin + link.pathname).toBe('https://www.google.com/calendar/event')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    action: 'TEMPLATE',
    dates: '20270515T090000/20270516T173000',
    ctz: 'Europe/Zurich',
    text: 'Alpine Systems Days; talks, and more',
    location: 'Palazzo dei Congressi Piazza 4, Lugano',
    details: 'About\n\nTwo days of talks (https://a.example).',
  })
})

test('the Google form gets at most 1024 characters of description, whole ones', () => {
  const details = new URL(googleCalendarLink(anEntry({ description: `${'x'.repeat(1023)}🎉` }))).searchParams.get(
    'details',
  )
  expect(details).toBe('x'.repeat(1023))
})

test('the Google form of an online event has no place', () => {
  expect(new URL(googleCalendarLink(anEntry({ location: null }))).searchParams.has('location')).toBe(false)
})
