import { expect, test } from 'vitest'
import { instant } from '#domain/instant.ts'
import type { CalendarEntry } from './calendar-entry.ts'
import { eventCalendar } from './event-calendar.ts'
import { googleCalendarLink } from './google-calendar.ts'

function anEntry(change: Partial<CalendarEntry> = {}): CalendarEntry {
  return {
    shortName: 'alpine-2027',
    displayName: 'Alpine Systems Days; talks, and more',
    description: '# About\n\nTwo **days** of [talks](https://a.example).',
    location: 'Palazzo dei Congressi\r\nPiazza 4,\tLugano',
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

const telling = { host: 'shop.example', writtenAt: instant(Date.UTC(2027, 0, 1)) }

/** The lines of the file as a calendar reads them: unfolded, escapes undone, each property once. */
function propertiesOf(file: string): Map<string, string> {
  const lines = file.replace(/\r\n[ \t]/g, '').split('\r\n')
  return new Map(
    lines.map(line => {
      const colon = line.indexOf(':')
      return [
        line.slice(0, colon),
        line
          .slice(colon + 1)
          .replace(/\\n/g, '\n')
          .replace(/\\(.)/g, '$1'),
      ]
    }),
  )
}

test('a calendar file tells one entry as the contract says', () => {
  const file = eventCalendar(anEntry(), telling)
  expect(Object.fromEntries(propertiesOf(file))).toEqual({
    BEGIN: 'VEVENT',
    END: 'VCALENDAR',
    VERSION: '2.0',
    PRODID: '-//Foyer//Foyer//EN',
    METHOD: 'PUBLISH',
    UID: 'alpine-2027@shop.example',
    SEQUENCE: '7',
    DTSTAMP: '20270101T000000Z',
    DTSTART: '20270515T070000Z',
    DTEND: '20270516T153000Z',
    SUMMARY: 'Alpine Systems Days; talks, and more',
    LOCATION: 'Palazzo dei Congressi Piazza 4, Lugano',
    DESCRIPTION: 'About\n\nTwo days of talks (https://a.example).',
    'URL;VALUE=URI': 'https://alpine.example/',
    STATUS: 'CONFIRMED',
  })
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1)
})

test('an online event names no place, and nothing unknown is made up', () => {
  const entry = anEntry({ location: null, websiteUrl: null, description: '' })
  const properties = [...propertiesOf(eventCalendar(entry, telling)).keys()]
  for (const absent of ['LOCATION', 'URL;VALUE=URI', 'DESCRIPTION', 'ORGANIZER'])
    expect(properties).not.toContain(absent)
})

test('an entry keeps its id when the event is renamed or moved; a category with its own times has its own', () => {
  const uid = (entry: CalendarEntry) => propertiesOf(eventCalendar(entry, telling)).get('UID')
  const { span } = anEntry()
  expect(uid(anEntry({ displayName: 'New', version: 8, span: { ...span, end: instant(span.end + 1) } }))).toBe(
    uid(anEntry()),
  )
  expect(uid(anEntry({ categoryId: 3 }))).toBe('alpine-2027-3@shop.example')
})

test('a line break in a name does not start another property', () => {
  const file = eventCalendar(anEntry({ displayName: 'A\r\nATTENDEE:mailto:x@example.org' }), telling)
  expect(propertiesOf(file).has('ATTENDEE')).toBe(false)
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
