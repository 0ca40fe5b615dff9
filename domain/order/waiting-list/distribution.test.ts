import { describe, expect, test } from 'vitest'
import { aCategory, SOME_DAY } from '#tests/builders/offer.ts'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { chooseCategory, distribute, inOrderOfExpiration, isOfferTime, isOfferable } from './distribution.ts'

const ends = (inDays: number) => ({ start: after(SOME_DAY, -days(1)), end: after(SOME_DAY, days(inDays)) })
const early = aCategory({ id: 1, onSale: ends(1) })
const long = aCategory({ id: 2, onSale: ends(9) })
const student = aCategory({ id: 3, onSale: ends(2), seatSource: { kind: 'bounded', seats: 2 } })
const offerable = [early, student, long]

const seat = (id: number, categoryId: number | null = null) => ({
  id: BigInt(id),
  categoryId: categoryId as CategoryId | null,
})
const waiting = (id: number, categoryId: number | null = null) => ({
  ...seat(id, categoryId),
  kind: 'SOLD_OUT' as const,
})

test.each([
  ['a seat of a category keeps it', seat(1, 3), 1, student],
  ['a pool seat becomes what was asked for', seat(1), 1, early],
  ['a pool seat becomes what is on sale longest, when nothing was asked for', seat(1), null, long],
  ['... or when what was asked for has ended', seat(1), 77, long],
  ['... or is bounded by now', seat(1), 3, long],
  ['a seat of a category that cannot be offered is not', seat(1, 77), 1, undefined],
])('%s', (_name, given, categoryId, expected) => {
  expect(chooseCategory(given, { categoryId: categoryId as CategoryId | null }, offerable)).toBe(expected)
})

test('a pool seat is nothing without an unbounded category', () => {
  expect(chooseCategory(seat(1), { categoryId: null }, [student])).toBeUndefined()
})

const told = ({ offers, freed }: ReturnType<typeof distribute>) => ({
  offers: offers.map(offer => [Number(offer.seat.id), Number(offer.person.id), Number(offer.category.id)]),
  freed: freed.map(({ id }) => Number(id)),
})

test('the longest waiting get one seat each, and the rest goes back on sale', () => {
  const seats = [seat(1), seat(2, 3), seat(3)]
  expect(told(distribute({ seats, people: [waiting(10, 1), waiting(11)], offerable }))).toEqual({
    offers: [
      [1, 10, 1],
      [2, 11, 3],
    ],
    freed: [3],
  })
})

test('with more people than seats the last ones wait on', () => {
  expect(told(distribute({ seats: [seat(1)], people: [waiting(10), waiting(11)], offerable }))).toEqual({
    offers: [[1, 10, 2]],
    freed: [],
  })
})

test('a seat that cannot be offered costs no subscriber their turn', () => {
  expect(told(distribute({ seats: [seat(1, 77), seat(2)], people: [waiting(10)], offerable }))).toEqual({
    offers: [[2, 10, 2]],
    freed: [1],
  })
})

test('without subscribers all of it goes back on sale', () => {
  expect(told(distribute({ seats: [seat(1), seat(2, 3)], people: [], offerable }))).toEqual({
    offers: [],
    freed: [1, 2],
  })
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
