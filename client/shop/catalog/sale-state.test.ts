import { describe, expect, test } from 'vitest'
import type { ItemsByCategory, TicketCategory } from '#contract/event.ts'
import { aCategory } from '#tests/support/client/shown-category.ts'
import {
  lowestPriceOf,
  saleBeginsAt,
  saleStateOf,
  saleStateOfEvent,
  ticketsLeftInPool,
  whyWaiting,
} from './sale-state.ts'

const gone = { saleableAndLimitNotReached: false, soldOutOrLimitReached: true, maximumSaleableTickets: 0 }
const soldOut = aCategory(gone)
const reserved = aCategory({ ...gone, containsPendingTickets: true })
const notStarted = aCategory({ ...gone, saleInFuture: true })
const ended = aCategory({ ...gone, expired: true, containsPendingTickets: true })

const unpaid = aCategory({ saleableAndLimitNotReached: false, lackOfPayment: 'AWAITED' })

const items = (...ticketCategories: readonly TicketCategory[]): ItemsByCategory => ({
  ticketCategories: [...ticketCategories],
  expiredCategories: [],
  additionalServices: [],
  waitingList: false,
  preSales: false,
  ticketCategoriesForWaitingList: [],
})

describe('the state of a category', () => {
  test.each([
    ['can be bought up to its maximum', aCategory({ maximumSaleableTickets: 3 }), { kind: 'on-sale', max: 3 }],
    ['has not started', notStarted, { kind: 'not-started' }],
    ['may come back while others hold its tickets', reserved, { kind: 'all-reserved' }],
    ['is sold out when no visitor holds any', soldOut, { kind: 'sold-out' }],
    ['is not on sale yet while nothing can be paid', unpaid, { kind: 'not-payable-yet' }],
    [
      'is over where no payment would arrive in time',
      { ...unpaid, lackOfPayment: 'OVER' as const },
      { kind: 'not-payable-any-more' },
    ],
    [
      'is sold out whether or not it could be paid',
      { ...soldOut, lackOfPayment: 'AWAITED' as const },
      { kind: 'sold-out' },
    ],
    ['has ended, whatever else is true', ended, { kind: 'ended' }],
    ['can not be bought with a maximum of none', aCategory({ maximumSaleableTickets: 0 }), { kind: 'sold-out' }],
  ])('%s', (_, category, expected) => expect(saleStateOf(category)).toEqual(expected))
})

describe('the state of an event', () => {
  test.each([
    ['is the best of its categories', [soldOut, aCategory(), notStarted], 'on-sale'],
    ['a sale to come is better than tickets that may come back', [reserved, notStarted], 'not-started'],
    ['tickets without a way to pay are waited for before a sale with a date', [notStarted, unpaid], 'not-payable-yet'],
    ['tickets that may come back are better than none', [soldOut, reserved], 'all-reserved'],
    ['without categories the sale is over', [], 'ended'],
  ])('%s', (_, categories, expected) => expect(saleStateOfEvent(items(...categories))).toBe(expected))
})

test('the first sale of those that have not begun counts, where nothing is sold yet', () => {
  expect(
    saleBeginsAt(items({ ...notStarted, saleStart: 2 }, { ...soldOut, saleStart: 0 }, { ...notStarted, saleStart: 1 })),
  ).toBe(1)
  expect(saleBeginsAt(items(notStarted))).toBe(notStarted.saleStart)
  expect(saleBeginsAt(items(aCategory(), { ...notStarted, saleStart: 1 }))).toBeUndefined()
})

describe('a waiting list', () => {
  test.each([
    ['is for tickets that others hold and may let go, where there is any', [soldOut, reserved], 'all-reserved'],
    ['is for what comes back of a sold-out event', [soldOut], 'sold-out'],
    ['is for what comes back where another category is still on sale', [soldOut, aCategory()], 'sold-out'],
  ])('%s', (_, categories, expected) => expect(whyWaiting(items(...categories))).toBe(expected))
  test('is for a sale to come, whatever is held', () => {
    expect(whyWaiting({ ...items(reserved), preSales: true })).toBe('not-started')
  })
})

describe('the number left in the pool', () => {
  const pool = aCategory({ bounded: false })
  test('is shown where all categories share it', () => {
    expect(ticketsLeftInPool({ availableTicketsCount: 7 }, items(pool))).toBe(7)
  })
  test('is not shown where a category has its own seats', () => {
    expect(ticketsLeftInPool({ availableTicketsCount: 7 }, items(pool, aCategory()))).toBeUndefined()
  })
  test.each([0, null])('is not shown when it is %s', availableTicketsCount => {
    expect(ticketsLeftInPool({ availableTicketsCount }, items(pool))).toBeUndefined()
  })
})

describe('the lowest price', () => {
  test('is compared as a number, among what is on sale and costs something', () => {
    const offered = items(
      aCategory({ formattedFinalPrice: '100.00' }),
      aCategory({ formattedFinalPrice: '20.00' }),
      aCategory({ free: true, formattedFinalPrice: '0.00' }),
      { ...soldOut, formattedFinalPrice: '5.00' },
    )
    expect(lowestPriceOf(offered)).toEqual({ amount: '20.00', hasFreeBesides: true })
  })
  test('has in it what comes by itself, also beside a ticket that is free', () => {
    const fees = [{ title: { en: 'Service fee' }, amount: '2.00' }]
    const leastPrice = { total: '2.00', before: null, ticket: '0.00', fees, vatOnTop: null }
    expect(lowestPriceOf(items(aCategory({ free: true, leastPrice }), aCategory()))).toEqual({
      amount: '2.00',
      hasFreeBesides: false,
    })
  })
  test('is nothing where all is free', () => {
    expect(lowestPriceOf(items(aCategory({ free: true })))).toEqual({ amount: '0', hasFreeBesides: false })
  })
  test('is unknown where nothing is sold', () => expect(lowestPriceOf(items(soldOut))).toBeUndefined())
})
