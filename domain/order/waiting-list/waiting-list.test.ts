import { describe, expect, test } from 'vitest'
import { SOME_DAY, aCategory } from '#tests/builders/offer.ts'
import type { Category } from '#domain/catalog/catalog/category.ts'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import {
  ONE_SEAT,
  type WaitingListFacts,
  type WaitingListRequest,
  type WaitingListRules,
  acceptSubscription,
  boundedSeats,
  checkSubscription,
  isWaitingListOpen,
  waitingKind,
  waitingListChoices,
} from './waiting-list.ts'

const ON: WaitingListRules = { isStopped: false, isOpenBeforeSales: true, isOpenWhenSoldOut: true }

const later = { start: after(SOME_DAY, days(1)), end: after(SOME_DAY, days(3)) }
const over = { start: after(SOME_DAY, -days(3)), end: after(SOME_DAY, -days(1)) }
const bounded = { kind: 'bounded', seats: 5 } as const

const onSale = aCategory({ id: 1 })
const laterOnSale = aCategory({ id: 2, onSale: later })
const ended = aCategory({ id: 3, onSale: over })
const hidden = aCategory({ id: 4, isRestricted: true })

function facts(
  categories: readonly Category[],
  { free = {}, ...rules }: Partial<WaitingListRules> & { free?: Record<number, number> } = {},
): WaitingListFacts {
  return { categories, freeSeats: ({ id }) => free[id] ?? 0, now: SOME_DAY, rules: { ...ON, ...rules } }
}

const off = { isOpenBeforeSales: false }
const never = { isOpenWhenSoldOut: false }

test.each<[string, WaitingListFacts, ReturnType<typeof waitingKind>]>([
  ['sold out', facts([onSale]), 'SOLD_OUT'],
  ['a seat left in the pool', facts([onSale], { free: { 1: 1 } }), undefined],
  [
    'a seat left in another category',
    facts([onSale, aCategory({ id: 5, seatSource: bounded })], { free: { 5: 1 } }),
    undefined,
  ],
  ['seats left in a hidden category only', facts([onSale, hidden], { free: { 4: 9 } }), 'SOLD_OUT'],
  ['sold out, and no list is kept', facts([onSale], never), undefined],
  ['sold out, and pre-registration is off', facts([onSale], off), 'SOLD_OUT'],
  ['sold out, and stopped', facts([onSale], { isStopped: true }), undefined],
  ['before sales', facts([laterOnSale], { free: { 2: 9 } }), 'PRE_SALES'],
  ['before sales, and pre-registration is off', facts([laterOnSale], off), undefined],
  ['before sales, and no list is kept when sold out', facts([laterOnSale], never), 'PRE_SALES'],
  ['before sales, and stopped', facts([laterOnSale], { isStopped: true }), undefined],
  ['one sold out, the next one not on sale yet', facts([onSale, laterOnSale]), 'SOLD_OUT'],
  ['all over', facts([ended]), undefined],
  ['one over, one sold out', facts([ended, onSale]), 'SOLD_OUT'],
  ['seats left over in one that is over', facts([ended, onSale], { free: { 3: 4 } }), 'SOLD_OUT'],
  ['seats left over in all, which are over', facts([ended], { free: { 3: 4 } }), undefined],
  ['seats left over, and a seat on sale', facts([ended, onSale], { free: { 1: 1, 3: 4 } }), undefined],
  [
    'seats left over, and seats on sale later',
    facts([ended, onSale, laterOnSale], { free: { 2: 1, 3: 4 } }),
    undefined,
  ],
  ['seats left over, and no list is kept', facts([ended, onSale], { free: { 3: 4 }, ...never }), undefined],
  ['no categories', facts([]), undefined],
  ['hidden categories only', facts([hidden]), undefined],
])('%s: %s', (_name, waitingFacts, kind) => {
  expect(waitingKind(waitingFacts)).toBe(kind)
  expect(isWaitingListOpen(waitingFacts)).toBe(kind !== undefined)
})

test('before sales is when the category that ends first is not on sale, and then what is on sale is bought', () => {
  const long = aCategory({ id: 6, onSale: { start: after(SOME_DAY, -days(1)), end: after(SOME_DAY, days(9)) } })
  const both = facts([long, laterOnSale], { free: { 6: 1 } })
  expect(isWaitingListOpen(both)).toBe(true)
  expect(waitingKind(both)).toBeUndefined()
})

describe('at the last moment of the last category', () => {
  const atEnd = (milliseconds: number) => ({ ...facts([onSale]), now: after(onSale.onSale.end, milliseconds) })
  test('a visitor may still join before it, and not at it', () => {
    expect([waitingKind(atEnd(-1)), waitingKind(atEnd(0))]).toEqual(['SOLD_OUT', undefined])
  })
})

test('one may wait for unbounded visible categories that have not ended', () => {
  const all = [onSale, laterOnSale, ended, hidden, aCategory({ id: 5, seatSource: bounded })]
  expect(waitingListChoices(all, SOME_DAY).map(({ id }) => Number(id))).toEqual([1, 2])
  expect(waitingListChoices([onSale], after(onSale.onSale.end, -minutes(1)))).toHaveLength(1)
})

test.each([
  [3, 5, 3],
  [5, 2, 2],
  [0, 5, 1],
])('%i seats where an order may have %i are %i', (quantity, most, expected) => {
  expect(boundedSeats({ quantity, isFewerEnough: false }, most)).toEqual({ quantity: expected, isFewerEnough: false })
})

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

function request(changes: Partial<WaitingListRequest> = {}): WaitingListRequest {
  return {
    person: ada,
    language: 'en',
    categoryId: null,
    seats: ONE_SEAT,
    isTermsAccepted: true,
    isPrivacyAccepted: false,
    ...changes,
  }
}

function problemsOf(submitted: WaitingListRequest, isPrivacyPolicySet = false): string[] {
  return checkSubscription(submitted, { isPrivacyPolicySet }).map(({ code, field, args }) =>
    [field, code, ...(args ?? [])].join(' '),
  )
}

const person = (changes: Partial<typeof ada>) => request({ person: { ...ada, ...changes } })

test('a complete form has no problem', () => {
  expect(problemsOf(request())).toEqual([])
  expect(problemsOf(request({ isPrivacyAccepted: true }), true)).toEqual([])
  expect(problemsOf(person({ firstName: 'x'.repeat(255), lastName: 'y'.repeat(255) }))).toEqual([])
})

test.each<[string, WaitingListRequest, string]>([
  ['terms', request({ isTermsAccepted: false }), 'termAndConditionsAccepted error.STEP_2_TERMS_CONDITIONS'],
  ['first name missing', person({ firstName: '' }), 'firstName error.firstname'],
  ['first name too long', person({ firstName: 'x'.repeat(256) }), 'firstName error.firstname 255'],
  ['last name missing', person({ lastName: '' }), 'lastName lastname.fullname'],
  ['last name too long', person({ lastName: 'x'.repeat(256) }), 'lastName error.lastname 255'],
  ['e-mail missing', person({ email: '' }), 'email error.email'],
  ['e-mail malformed', person({ email: 'ada@' }), 'email error.email'],
  ['e-mail with a final dot', person({ email: 'ada@example.org.' }), 'email error.email'],
  ['e-mail too long', person({ email: `a@${'b'.repeat(254)}` }), 'email error.email'],
  ['language missing', request({ language: '' }), 'userLanguage error.userLanguage'],
])('%s', (_name, submitted, expected) => {
  expect(problemsOf(submitted)).toEqual([expected])
})

test('a privacy policy has to be accepted where there is one', () => {
  expect(problemsOf(request(), true)).toEqual(['privacyPolicyAccepted error.STEP_2_TERMS_CONDITIONS'])
})

test('everything that is wrong is returned at once', () => {
  const empty = { firstName: '', lastName: '', email: '' }
  expect(problemsOf(request({ person: empty, language: '', isTermsAccepted: false }), true)).toHaveLength(6)
})

const pooled = aCategory({ id: 1 })
const seated = aCategory({ id: 2, seatSource: { kind: 'bounded', seats: 3 } })
const soldOut: WaitingListFacts = {
  categories: [pooled, seated],
  freeSeats: () => 0,
  now: SOME_DAY,
  rules: { isStopped: false, isOpenBeforeSales: false, isOpenWhenSoldOut: true },
}

test.each<[string, number | null, unknown]>([
  ['any category', null, { kind: 'SOLD_OUT', category: null }],
  ['an unbounded category', 1, { kind: 'SOLD_OUT', category: pooled }],
  ['a bounded category', 2, undefined],
  ['an unknown category', 99, undefined],
  ['no category at all', Number.NaN, undefined],
])('waiting for %s', (_name, categoryId, expected) => {
  expect(acceptSubscription({ categoryId }, soldOut)).toEqual(expected)
})

test('no subscription is taken while there are seats', () => {
  expect(acceptSubscription({ categoryId: null }, { ...soldOut, freeSeats: () => 1 })).toBeUndefined()
})
