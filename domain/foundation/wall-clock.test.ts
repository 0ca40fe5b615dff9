import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { wallTime } from '#domain/foundation/wall-clock.ts'
import { fromWall, onWall } from '#domain/foundation/wall-clock.ts'

const moment = (text: string) => instant(Date.parse(text))
const wall = (text: string) => wallTime(Date.parse(`${text}:00Z`))

test.each([
  ['Europe/Zurich', '2027-01-20T23:30:00Z', '2027-01-21T00:30'],
  ['Europe/Zurich', '2027-07-20T22:30:00Z', '2027-07-21T00:30'],
  ['America/Los_Angeles', '2027-01-21T07:59:00Z', '2027-01-20T23:59'],
  ['Pacific/Kiritimati', '2027-01-20T10:00:00Z', '2027-01-21T00:00'],
  ['Asia/Kathmandu', '2027-01-20T18:15:00Z', '2027-01-21T00:00'],
])('in %s at %s it is %s, and back', (timeZone, utc, shown) => {
  expect(onWall(moment(utc), timeZone)).toBe(wall(shown))
  expect(fromWall(wall(shown), timeZone)).toBe(moment(utc))
})

test('an hour that a zone skips is the next one, an hour that it has twice the first', () => {
  expect(fromWall(wall('2027-03-28T02:30'), 'Europe/Zurich')).toBe(moment('2027-03-28T01:30:00Z'))
  expect(fromWall(wall('2027-10-31T02:30'), 'Europe/Zurich')).toBe(moment('2027-10-31T00:30:00Z'))
})
