import { expect, test } from 'vitest'
import { type WallTime, wallTime } from '#domain/foundation/wall-clock.ts'
import {
  isListMade,
  isSeasonToAsk,
  isTimeForList,
  transfersToListBefore,
  transfersToRemindBefore,
} from './reminder-times.ts'

const wall = (text: string): WallTime => wallTime(Date.parse(`${text}:00Z`))
const minute = (time: number): string => new Date(time).toISOString().slice(0, 16)

test.each([
  ['2027-01-20T23:59', 24, '2027-01-22T00:00'],
  ['2027-01-21T00:00', 24, '2027-01-23T00:00'],
  ['2027-01-21T10:30', 1, '2027-01-22T00:00'],
  ['2027-01-21T23:30', 1, '2027-01-23T00:00'],
  ['2027-01-21T10:30', 72, '2027-01-25T00:00'],
  ['2027-12-31T10:30', 24, '2028-01-02T00:00'],
])('at %s, %i hours ahead, transfers are reminded of that are due before %s', (now, ahead, before) => {
  expect(minute(transfersToRemindBefore(wall(now), ahead))).toBe(before)
})

test.each([
  ['04:59', false],
  ['05:00', true],
  ['05:59', true],
  ['06:00', false],
  ['17:30', false],
])('at %s the list is made: %s', (time, expected) => {
  expect(isTimeForList(wall(`2027-01-21T${time}`))).toBe(expected)
})

test('the list goes to the end of tomorrow', () => {
  expect(minute(transfersToListBefore(wall('2027-01-21T05:10')))).toBe('2027-01-23T00:00')
})

test.each([
  ['never', null, false],
  ['yesterday', '2027-01-20T05:59', false],
  ['today', '2027-01-21T05:00', true],
])('a list made %s', (_, madeAt, expected) => {
  expect(isListMade(madeAt === null ? null : wall(madeAt), wall('2027-01-21T05:30'))).toBe(expected)
})

test.each([
  ['eleven days before', '2027-01-10T23:59', false],
  ['ten days before, from midnight', '2027-01-11T00:00', true],
  ['the day before, until midnight', '2027-01-20T23:59', true],
  ['on the day itself', '2027-01-21T00:00', false],
  ['afterwards', '2027-01-22T12:00', false],
])('attendees are asked %s', (_, now, expected) => {
  expect(isSeasonToAsk({ now: wall(now), startsAt: wall('2027-01-21T09:00'), daysBefore: 10 })).toBe(expected)
})

test('an organiser who asks one day before asks on that day only', () => {
  const asks = (now: string) => isSeasonToAsk({ now: wall(now), startsAt: wall('2027-01-21T00:00'), daysBefore: 1 })
  expect(['2027-01-19T23:59', '2027-01-20T00:00', '2027-01-21T00:00'].map(asks)).toEqual([false, true, false])
})
