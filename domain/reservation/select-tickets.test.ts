import { expect, test } from 'vitest'
import { aCategory, anOffer } from '#tests/builders/offer.ts'
import { after, days, instant } from '../instant.ts'
import { type SelectionFacts, selectTickets } from './select-tickets.ts'

const NOW = instant(1_800_000_000_000)
const standard = aCategory({ id: 1, onSale: { start: after(NOW, -days(1)), end: after(NOW, days(1)) } })
const later = aCategory({ id: 2, onSale: { start: after(NOW, days(1)), end: after(NOW, days(2)) } })
const over = aCategory({ id: 3, onSale: { start: after(NOW, -days(2)), end: after(NOW, -days(1)) } })
const hidden = aCategory({ id: 4, isRestricted: true, onSale: standard.onSale })

function facts(changes: Partial<SelectionFacts> = {}): SelectionFacts {
  return {
    offer: anOffer({ categories: [standard, later, over, hidden] }),
    now: NOW,
    maximumPerLine: () => 5,
    isCodeGiven: false,
    isExtraAsked: false,
    ...changes,
  }
}

function codes(asked: [number, number][], changes?: Partial<SelectionFacts>) {
  const outcome = selectTickets(
    asked.map(([categoryId, quantity]) => ({ categoryId, quantity })),
    facts(changes),
  )
  return outcome.ok
    ? outcome.value.map(line => [line.category.id, line.quantity])
    : outcome.problems.map(({ code }) => code)
}

test('a category on sale may be reserved up to the maximum', () => {
  expect(codes([[1, 5]])).toEqual([[1, 5]])
})

test('lines of one category count together', () => {
  expect(
    codes([
      [1, 2],
      [1, 1],
    ]),
  ).toEqual([[1, 3]])
  expect(
    codes([
      [1, 3],
      [1, 3],
    ]),
  ).toEqual(['error.STEP_1_OVER_MAXIMUM'])
})

test('lines of nothing are ignored', () => {
  expect(
    codes([
      [1, 1],
      [2, 0],
      [3, -4],
    ]),
  ).toEqual([[1, 1]])
})

test('nothing selected is refused', () => {
  expect(codes([])).toEqual(['error.STEP_1_SELECT_AT_LEAST_ONE'])
  expect(codes([[1, 0]])).toEqual(['error.STEP_1_SELECT_AT_LEAST_ONE'])
})

test('the maximum is told with the refusal', () => {
  const outcome = selectTickets([{ categoryId: 1, quantity: 6 }], facts())
  expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'error.STEP_1_OVER_MAXIMUM', args: [5] }] })
})

test.each([2, 3, 99])('category %i is not on sale', id => {
  expect(codes([[id, 1]])).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
})

test('each bad category is told', () => {
  expect(
    codes([
      [2, 1],
      [3, 1],
      [1, 1],
    ]),
  ).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE', 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
})

test('a hidden category needs its code', () => {
  expect(codes([[4, 1]])).toEqual(['error.STEP_1_ACCESS_RESTRICTED'])
})

test('both ends of a sale are outside it', () => {
  expect(codes([[1, 1]], { now: standard.onSale.start })).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
  expect(codes([[1, 1]], { now: standard.onSale.end })).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
})

test('an unknown code is told beside the other problems, and nothing is reserved', () => {
  expect(codes([[1, 1]], { isCodeGiven: true })).toEqual(['error.STEP_1_CODE_NOT_FOUND'])
  expect(codes([], { isCodeGiven: true })).toEqual(['error.STEP_1_CODE_NOT_FOUND', 'error.STEP_1_SELECT_AT_LEAST_ONE'])
})
