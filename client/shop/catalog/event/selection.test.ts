import { describe, expect, test } from 'vitest'
import type { ItemsByCategory } from '#contract/event.ts'
import { aCategory } from '#tests/support/client/shown-category.ts'
import { anExtra } from '#tests/support/client/shown-extra.ts'
import { unreadableAmounts } from './order/submit-order.ts'
import { shortagesOf } from './order/problems.tsx'
import { NOTHING_SELECTED, type Selection, choiceOf, chosenOf, presetOf } from './selection.ts'

const conference = aCategory({ id: 1, maximumSaleableTickets: 5 })
const student = aCategory({ id: 2, name: 'Student', maximumSaleableTickets: 3 })
const dinner = anExtra({ id: 1, maxQtyPerOrder: 4 })
const bag = anExtra({ id: 2, supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET', maxQtyPerOrder: 1 })
const gift = anExtra({ id: 3, type: 'DONATION', supplementPolicy: null, fixPrice: false })

const wishing = (different: Partial<Selection>): Selection => ({ ...NOTHING_SELECTED, ...different })
const offer = (...ticketCategories: ItemsByCategory['ticketCategories']): ItemsByCategory => ({
  ticketCategories,
  expiredCategories: [],
  additionalServices: [dinner, bag, gift],
  waitingList: false,
  preSales: false,
  ticketCategoriesForWaitingList: [],
})

describe('what is chosen of a category', () => {
  test('never exceeds what can be had now', () => expect(chosenOf(student, wishing({ tickets: { 2: 5 } }))).toBe(3))
  test('is nothing once it is sold out', () => {
    const soldOut = { ...student, saleableAndLimitNotReached: false }
    expect(chosenOf(soldOut, wishing({ tickets: { 2: 2 } }))).toBe(0)
  })
})

describe('what is chosen for a visitor', () => {
  const soldOut = { ...student, saleableAndLimitNotReached: false }
  test('is one ticket where a single kind can be bought', () => {
    expect(presetOf(offer(conference))).toEqual(wishing({ tickets: { 1: 1 } }))
    expect(presetOf(offer(conference, soldOut))).toEqual(wishing({ tickets: { 1: 1 } }))
  })
  test('is nothing where there is a choice, or none, or a code is needed', () => {
    expect(presetOf(offer(conference, student))).toEqual(NOTHING_SELECTED)
    expect(presetOf(offer(soldOut))).toEqual(NOTHING_SELECTED)
    expect(presetOf(offer({ ...conference, accessRestricted: true }))).toEqual(NOTHING_SELECTED)
  })
})

describe('the choice', () => {
  const choice = (different: Partial<Selection>) => choiceOf(offer(conference, student), wishing(different))

  test('holds what is chosen, and counts the tickets', () => {
    expect(choice({ tickets: { 1: 2, 2: 9 } })).toMatchObject({
      ticketCount: 5,
      tickets: [
        { category: { id: 1 }, count: 2 },
        { category: { id: 2 }, count: 3 },
      ],
    })
  })
  test('is empty without a ticket, whatever goes with one', () => {
    expect(choice({ extras: { 1: 2 }, amounts: { 3: '20' } })).toEqual({ tickets: [], ticketCount: 0, extras: [] })
  })
  test('holds no more extras than the tickets allow', () => {
    const { extras } = choice({ tickets: { 1: 2 }, extras: { 1: 9, 2: 9 } })
    expect(extras.map(({ extra, quantity }) => [extra.id, quantity])).toEqual([
      [1, 4],
      [2, 2],
    ])
  })
  test.each([
    ['12,50', ['12.50']],
    ['0', []],
    ['', []],
    ['ten', []],
  ])('holds a gift of "%s" as %j', (typed, amounts) => {
    const { extras } = choice({ tickets: { 1: 1 }, amounts: { 3: typed } })
    expect(extras.map(({ amount }) => amount)).toEqual(amounts)
  })
})

describe('an amount that can not be read', () => {
  test.each([
    ['ten', [3]],
    ['10', []],
    [' ', []],
  ])('"%s"', (typed, ids) => {
    const found = unreadableAmounts([dinner, bag, gift], wishing({ amounts: { 3: typed } }))
    expect(found.map(({ id }) => id)).toEqual(ids)
  })
})

describe('a new look at the offer', () => {
  const selection = wishing({ tickets: { 1: 4, 2: 2 } })
  const before = offer(conference, student)

  test('takes nothing from an order that fits it', () => {
    expect(shortagesOf(before, offer({ ...conference, maximumSaleableTickets: 4 }, student), selection)).toEqual([])
  })
  test('states how many are left of what was chosen', () => {
    const now = offer({ ...conference, maximumSaleableTickets: 3 }, student)
    expect(shortagesOf(before, now, selection)).toEqual([{ name: 'Conference', before: 4, now: 3 }])
  })
  test('states what is no longer offered, such as without a code', () => {
    expect(shortagesOf(before, offer(conference), selection)).toEqual([{ name: 'Student', before: 2, now: 0 }])
  })
})
