import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { lastDayOf } from './validity.ts'

const at = (moment: string) => instant(Date.parse(moment))
const BEGINS = '2027-03-01T09:00:00Z'

test.each<[string, string, string, string]>([
  ['the last second of a day', '2027-10-31T22:59:59Z', 'Europe/Zurich', '2027-10-31'],
  ['noon', '2027-10-31T11:00:00Z', 'Europe/Zurich', '2027-10-31'],
  ['midnight, of which nothing is left', '2027-10-31T23:00:00Z', 'Europe/Zurich', '2027-10-31'],
  ['the first moment after midnight', '2027-10-31T23:00:00.001Z', 'Europe/Zurich', '2027-11-01'],
  ['the same elsewhere', '2027-10-31T22:59:59Z', 'Asia/Tokyo', '2027-11-01'],
])('a pass that ends at %s has its last day by its own clock', (_, ends, timeZone, day) => {
  expect(lastDayOf({ begins: at(BEGINS), ends: at(ends), timeZone }).day.toString()).toBe(day)
})

test.each([
  ['2028-03-01T22:59:59Z', 7],
  ['2027-03-09T22:59:59Z', 7],
  ['2027-03-08T22:59:59Z', 1],
  ['2027-03-02T22:59:59Z', 1],
  ['2027-03-01T22:59:59Z', 0],
  ['2027-02-01T22:59:59Z', 0],
])('from 1 March to %s the reminder comes %i days before', (ends, reminderDays) => {
  expect(lastDayOf({ begins: at(BEGINS), ends: at(ends), timeZone: 'Europe/Zurich' })).toMatchObject({ reminderDays })
})
