import { describe, expect, test } from 'vitest'
import { SOME_DAY, aCategory } from '#tests/builders/offer.ts'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import {
  chooseCategory,
  distribute,
  inOrderOfExpiration,
  intoWorkingTime,
  isOfferTime,
  isOfferable,
} from './distribution.ts'
import { ONE_SEAT } from './waiting-list.ts'
import { wallTime } from '#domain/foundation/wall-clock.ts'

const ends = (inDays: number) => ({ start: after(SOME_DAY, -days(1)), end: after(SOME_DAY, days(inDays)) })
const early = aCategory({ id: 1, onSale: ends(1) })
const long = aCategory({ id: 2, onSale: ends(9) })
const student = aCategory({ id: 3, onSale: ends(2), seatSource: { kind: 'bounded', seats: 2 } })
const offerable = [early, student, long]

const seat = (id: number, categoryId: number | null = null) => ({
  id: BigInt(id),
  categoryId: categoryId as CategoryId | null,
})
const waiting = (id: number, categoryId: number | null = null, seats = ONE_SEAT) => ({
  ...seat(id, categoryId),
  kind: 'SOLD_OUT' as const,
  ...seats,
})

test.each([
  ['a seat of a category keeps it', seat(1, 3), 1, student],
  ['a pool seat becomes what was asked for', seat(1), 1, early],
  ['a pool seat becomes what is on sale longest, when nothing was asked for', seat(1), null, long],
  ['... or when what was asked for has ended', seat(1), 77, long],
  ['... or is bounded by now', seat(1), 3, long],
  ['a seat of a category that cannot be offered is not', seat(1, 77), 1, undefined],
])('%s', (_name, free, categoryId, expected) => {
  expect(chooseCategory(free, { categoryId: categoryId as CategoryId | null }, offerable)).toBe(expected)
})

test('a pool seat is nothing without an unbounded category', () => {
  expect(chooseCategory(seat(1), { categoryId: null }, [student])).toBeUndefined()
})

const summary = ({ offers, freed }: ReturnType<typeof distribute>) => ({
  offers: offers.flatMap(({ seats, person }) =>
    seats.map(one => [Number(one.seat.id), Number(person.id), Number(one.category.id)]),
  ),
  freed: freed.map(({ id }) => Number(id)),
})

test('the longest waiting get one seat each, and the rest goes back on sale', () => {
  const seats = [seat(1), seat(2, 3), seat(3)]
  expect(summary(distribute({ seats, people: [waiting(10, 1), waiting(11)], offerable }))).toEqual({
    offers: [
      [1, 10, 1],
      [2, 11, 3],
    ],
    freed: [3],
  })
})

test('with more people than seats the last ones wait on', () => {
  expect(summary(distribute({ seats: [seat(1)], people: [waiting(10), waiting(11)], offerable }))).toEqual({
    offers: [[1, 10, 2]],
    freed: [],
  })
})

test('a seat that cannot be offered costs no subscriber their turn', () => {
  expect(summary(distribute({ seats: [seat(1, 77), seat(2)], people: [waiting(10)], offerable }))).toEqual({
    offers: [[2, 10, 2]],
    freed: [1],
  })
})

test('without subscribers all of it goes back on sale', () => {
  expect(summary(distribute({ seats: [seat(1), seat(2, 3)], people: [], offerable }))).toEqual({
    offers: [],
    freed: [1, 2],
  })
})

const fewer = (quantity: number) => ({ quantity, isFewerEnough: true })
const together = (quantity: number) => ({ quantity, isFewerEnough: false })

test.each([
  ['three are free: all of them', 3, fewer(3), 3, 0],
  ['two are free, and fewer are enough', 2, fewer(3), 2, 0],
  ['two are free, and all are needed at once: the next person gets one', 2, together(3), 0, 1],
  ['four are free: the next person gets the one that is left', 4, together(3), 3, 1],
  ['nothing is free', 0, fewer(2), 0, 0],
])('of three seats that a person waits for, %s', (_name, free, seats, first, second) => {
  const given = distribute({
    seats: Array.from({ length: free }, (_, index) => seat(index + 1)),
    people: [waiting(10, null, seats), waiting(11)],
    offerable,
  })
  const countOf = (id: number) => given.offers.find(({ person }) => person.id === BigInt(id))?.seats.length ?? 0
  expect([countOf(10), countOf(11)]).toEqual([first, second])
  expect(given.freed).toHaveLength(free - first - second)
})

test('seats of several categories come to one person, and none of one that cannot be offered', () => {
  const seats = [seat(1, 77), seat(2, 3), seat(3), seat(4)]
  expect(summary(distribute({ seats, people: [waiting(10, 1, together(3))], offerable }))).toEqual({
    offers: [
      [2, 10, 3],
      [3, 10, 1],
      [4, 10, 1],
    ],
    freed: [1],
  })
})

test('no seat is given twice or lost, whatever people wait for', () => {
  for (let turn = 0; turn < 200; turn += 1) {
    const seats = Array.from({ length: turn % 7 }, (_, index) => seat(index + 1, [null, 3, 77][(turn + index) % 3]))
    const people = [0, 1, 2, 3].map(index => {
      const quantity = 1 + ((turn * (index + 3)) % 4)
      return waiting(10 + index, null, { quantity, isFewerEnough: (turn + index) % 2 === 0 })
    })
    const { offers, freed } = distribute({ seats, people, offerable })
    const given = offers.flatMap(offer => offer.seats.map(one => one.seat))
    expect(new Set([...given, ...freed])).toEqual(new Set(seats))
    expect(given.length + freed.length).toBe(seats.length)
    for (const { person, seats: own } of offers) {
      expect(own.length).toBeLessThanOrEqual(person.quantity)
      expect(own.length).toBeGreaterThanOrEqual(person.isFewerEnough ? 1 : person.quantity)
    }
  }
})

describe('what can be offered', () => {
  test.each([
    ['on sale', early, true],
    [
      'not on sale yet',
      aCategory({ onSale: { start: after(SOME_DAY, days(1)), end: after(SOME_DAY, days(2)) } }),
      true,
    ],
    ['ended', aCategory({ onSale: ends(0) }), false],
    ['hidden', aCategory({ isRestricted: true }), false],
  ])('%s: %s', (_name, category, expected) => {
    expect(isOfferable(category, SOME_DAY)).toBe(expected)
  })
})

test('offers begin five minutes before the first visible category is sold', () => {
  const begins = (inMinutes: number) => ({ start: after(SOME_DAY, minutes(inMinutes)), end: after(SOME_DAY, days(2)) })
  const later = aCategory({ id: 5, onSale: begins(600) })
  expect(isOfferTime([later, aCategory({ onSale: begins(5) })], SOME_DAY)).toBe(true)
  expect(isOfferTime([later, aCategory({ onSale: begins(6) })], SOME_DAY)).toBe(false)
  expect(isOfferTime([later, aCategory({ isRestricted: true, onSale: begins(-9) })], SOME_DAY)).toBe(false)
  expect(isOfferTime([later, early], SOME_DAY)).toBe(true)
})

test('what ends first is filled first', () => {
  expect(inOrderOfExpiration([long, student, early])).toEqual([early, student, long])
})

const at = (text: string) => wallTime(Date.parse(`${text}:00Z`))

// 15 January 2027 is a Friday.
test.each([
  ['within working time', '2027-01-14T11:37', '2027-01-14T11:37'],
  ['at opening', '2027-01-14T08:00', '2027-01-14T08:00'],
  ['at closing', '2027-01-14T20:00', '2027-01-14T20:00'],
  ['a minute late: whole hours are added', '2027-01-14T20:01', '2027-01-15T08:01'],
  ['late in the evening', '2027-01-13T22:37', '2027-01-14T08:37'],
  ['just before midnight', '2027-01-13T23:59', '2027-01-14T08:59'],
  ['at midnight', '2027-01-14T00:00', '2027-01-14T08:00'],
  ['early in the morning', '2027-01-14T06:15', '2027-01-14T08:15'],
  ['a minute early', '2027-01-14T07:59', '2027-01-14T08:59'],
  ['on Saturday: Monday at the same hour', '2027-01-16T14:30', '2027-01-18T14:30'],
  ['on Sunday: Monday at the same hour', '2027-01-17T14:30', '2027-01-18T14:30'],
  ['on Saturday night', '2027-01-16T22:30', '2027-01-19T08:30'],
  ['on Sunday morning', '2027-01-17T03:10', '2027-01-18T08:10'],
  ['on Friday night', '2027-01-15T21:10', '2027-01-18T08:10'],
  ['on Saturday at midnight', '2027-01-16T00:00', '2027-01-18T08:00'],
  ['over the turn of the year', '2027-12-31T20:30', '2028-01-03T08:30'],
])('%s: %s becomes %s', (_name, moment, expected) => {
  expect(new Date(intoWorkingTime(at(moment))).toISOString()).toBe(`${expected}:00.000Z`)
})

test('every hour of a week ends within working time, at the same minute and never earlier', () => {
  for (let hour = 0; hour < 7 * 24; hour += 1) {
    const moment = wallTime(at('2027-01-11T00:07') + hour * 3_600_000)
    const moved = new Date(intoWorkingTime(moment))
    expect(moved.getTime()).toBeGreaterThanOrEqual(moment)
    expect(moved.getUTCMinutes()).toBe(7)
    expect([1, 2, 3, 4, 5]).toContain(moved.getUTCDay())
    expect(moved.getUTCHours()).toBeGreaterThanOrEqual(8)
    expect(moved.getUTCHours()).toBeLessThan(20)
  }
})
