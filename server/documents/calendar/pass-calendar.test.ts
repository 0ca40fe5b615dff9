import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { readCalendar } from '#tests/support/documents/read-calendar.ts'
import { type PassCalendarEntry, googlePassLink, passCalendar } from './calendar.ts'

const anEntry = (change: Partial<PassCalendarEntry> = {}): PassCalendarEntry => ({
  publicId: '5f0c7c9e-3a2b-4f7d-9b61-2f6f1f0a4d11',
  title: 'Last day: A year of concerts; and more',
  description: 'Valid until then.\nhttps://shop.example/subscription/1',
  pageUrl: 'https://shop.example/subscription/1?lang=en',
  day: Temporal.PlainDate.from('2027-10-31'),
  reminderDays: 7,
  version: 3,
  ...change,
})

const context = { host: 'shop.example', writtenAt: instant(Date.UTC(2027, 0, 1)) }

test('the last day of a pass is one whole day, announced a week before, in the morning', () => {
  const file = passCalendar(anEntry(), context)
  expect(readCalendar(file)).toMatchObject({
    method: 'PUBLISH',
    timeZones: [],
    entries: [
      {
        uid: 'subscription-5f0c7c9e-3a2b-4f7d-9b61-2f6f1f0a4d11@shop.example',
        sequence: 3,
        summary: 'Last day: A year of concerts; and more',
        description: 'Valid until then.\nhttps://shop.example/subscription/1',
        url: 'https://shop.example/subscription/1?lang=en',
        start: '2027-10-31',
        end: '2027-11-01',
        alarms: ['-P6DT15H'],
      },
    ],
  })
  expect(file).toContain('TRANSP:TRANSPARENT')
})

test.each([
  [1, '-PT15H'],
  [0, 'PT9H'],
])('%i days before is at %s', (reminderDays, alarm) => {
  const { entries } = readCalendar(passCalendar(anEntry({ reminderDays }), context))
  expect(entries[0]?.alarms).toEqual([alarm])
})

test('the link to the Google form carries the day', () => {
  const link = new URL(googlePassLink(anEntry()))
  expect(link.origin + link.pathname).toBe('https://www.google.com/calendar/event')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    action: 'TEMPLATE',
    dates: '20271031/20271101',
    text: 'Last day: A year of concerts; and more',
    details: 'Valid until then.\nhttps://shop.example/subscription/1',
  })
})
