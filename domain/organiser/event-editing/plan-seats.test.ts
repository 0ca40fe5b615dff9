import { describe, expect, test } from 'vitest'
import type { SeatSource } from '#domain/catalog/catalog/category.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { CategoryDraft } from './event-draft.ts'
import { type EventSeats, planSeats } from './plan-seats.ts'

const bounded = (seats: number): SeatSource => ({ kind: 'bounded', seats })
const pool: SeatSource = { kind: 'pool' }

function category(id: number | null, seatSource: SeatSource, price = 10n): CategoryDraft {
  return { id, seatSource, price: minor(price), name: `category ${id}` } as CategoryDraft
}

const CHF = 'CHF' as Currency

/** 20 seats: category 1 owns 10 and has sold 4; category 2 is unbounded and has sold 3; 7 are free for all. */
const seats: EventSeats = {
  currency: CHF,
  total: 20,
  poolFree: 7,
  categories: [
    { id: 1, price: minor(10n), free: 6, owned: 10 },
    { id: 2, price: minor(10n), free: 0, owned: 3 },
  ],
}

const unsold: EventSeats = {
  currency: CHF,
  total: 5,
  poolFree: 0,
  categories: [{ id: 1, price: minor(10n), free: 5, owned: 5 }],
}

function planned(total: number, ...categories: CategoryDraft[]) {
  const outcome = planSeats(seats, { seats: total, categories, currency: CHF })
  return outcome.ok ? outcome.value : outcome.problems.map(({ code, args }) => [code, ...(args ?? [])].join(' '))
}

const still = { added: 0, released: [], taken: [], invalidated: 0 }

describe('how seats move when an event changes', () => {
  test('nothing moves when nothing changes', () => {
    expect(planned(20, category(1, bounded(10)), category(2, pool))).toEqual(still)
  })

  test('more seats are added to the pool, fewer are taken out of it', () => {
    expect(planned(25, category(1, bounded(10)), category(2, pool))).toEqual({ ...still, added: 5 })
    expect(planned(13, category(1, bounded(10)), category(2, pool))).toEqual({ ...still, invalidated: 7 })
    expect(planned(12, category(1, bounded(10)), category(2, pool))).toEqual(['seats-sold 1'])
  })

  test('a bounded category grows out of the pool', () => {
    expect(planned(20, category(1, bounded(17)), category(2, pool))).toEqual({
      ...still,
      taken: [{ categoryId: 1, index: 0, seats: 7 }],
    })
    expect(planned(20, category(1, bounded(18)), category(2, pool))).toEqual(['seats-sold 1'])
    expect(planned(21, category(1, bounded(18)), category(2, pool))).toEqual({
      ...still,
      added: 1,
      taken: [{ categoryId: 1, index: 0, seats: 8 }],
    })
  })

  test('a bounded category shrinks by its free seats only', () => {
    expect(planned(20, category(1, bounded(4)), category(2, pool))).toEqual({
      ...still,
      released: [{ categoryId: 1, seats: 6 }],
    })
    expect(planned(20, category(1, bounded(3)), category(2, pool))).toEqual(['category-seats-sold category 1 4'])
  })

  test('what a category returns to the pool can leave the event', () => {
    expect(planned(14, category(1, bounded(4)), category(2, pool))).toEqual({
      ...still,
      released: [{ categoryId: 1, seats: 6 }],
      invalidated: 6,
    })
  })

  test('a bounded category that becomes unbounded returns all unsold seats to the pool', () => {
    expect(planned(20, category(1, pool), category(2, pool))).toEqual({
      ...still,
      released: [{ categoryId: 1, seats: 6 }],
    })
  })

  test('an unbounded category that becomes bounded owns what it has sold and takes the rest from the pool', () => {
    expect(planned(20, category(1, bounded(10)), category(2, bounded(5)))).toEqual({
      ...still,
      taken: [{ categoryId: 2, index: 1, seats: 2 }],
    })
    expect(planned(20, category(1, bounded(10)), category(2, bounded(2)))).toEqual(['category-seats-sold category 2 3'])
  })

  test('a new bounded category takes its seats from the pool', () => {
    expect(planned(20, category(1, bounded(10)), category(2, pool), category(null, bounded(7)))).toEqual({
      ...still,
      taken: [{ categoryId: null, index: 2, seats: 7 }],
    })
  })

  test('a price changes only while every seat of the category is free', () => {
    expect(planned(20, category(1, bounded(10), 11n), category(2, pool, 12n))).toEqual([
      'category-price-fixed category 1',
      'category-price-fixed category 2',
    ])
    const repriced = { seats: 5, categories: [category(1, bounded(5), 11n)], currency: 'EUR' as Currency }
    expect(planSeats(unsold, repriced)).toEqual({ ok: true, value: still })
  })

  test('the currency changes only while nothing is sold', () => {
    const inEuro = { seats: 20, categories: [category(1, bounded(10)), category(2, pool)], currency: 'EUR' as Currency }
    const outcome = planSeats(seats, inEuro)
    expect(outcome.ok ? [] : outcome.problems).toEqual([
      { code: 'currency-fixed', field: 'tickets.currency', args: ['CHF'] },
    ])
  })
})
