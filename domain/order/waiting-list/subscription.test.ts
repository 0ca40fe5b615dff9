import { expect, test } from 'vitest'
import { aCategory, SOME_DAY } from '#tests/builders/offer.ts'
import {
  type WaitingListFacts,
  type WaitingListRequest,
  acceptSubscription,
  checkSubscription,
} from './waiting-list.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

function request(changes: Partial<WaitingListRequest> = {}): WaitingListRequest {
  return {
    person: ada,
    language: 'en',
    categoryId: null,
    isTermsAccepted: true,
    isPrivacyAccepted: false,
    ...changes,
  }
}

function problemsOf(given: WaitingListRequest, isPrivacyPolicySet = false): string[] {
  return checkSubscription(given, { isPrivacyPolicySet }).map(({ code, field, args }) =>
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
])('%s', (_name, given, expected) => {
  expect(problemsOf(given)).toEqual([expected])
})

test('a privacy policy has to be accepted where there is one', () => {
  expect(problemsOf(request(), true)).toEqual(['privacyPolicyAccepted error.STEP_2_TERMS_CONDITIONS'])
})

test('everything that is wrong is returned at once', () => {
  const empty = { firstName: '', lastName: '', email: '' }
  expect(problemsOf(request({ person: empty, language: '', isTermsAccepted: false }), true)).toHaveLength(6)
})

const standing = aCategory({ id: 1 })
const seated = aCategory({ id: 2, seatSource: { kind: 'bounded', seats: 3 } })
const soldOut: WaitingListFacts = {
  categories: [standing, seated],
  freeSeats: () => 0,
  now: SOME_DAY,
  rules: { isStopped: false, isOpenBeforeSales: false, isOpenWhenSoldOut: true },
}

test.each<[string, number | null, unknown]>([
  ['any category', null, { kind: 'SOLD_OUT', category: null }],
  ['an unbounded category', 1, { kind: 'SOLD_OUT', category: standing }],
  ['a bounded category', 2, undefined],
  ['an unknown category', 99, undefined],
  ['no category at all', Number.NaN, undefined],
])('waiting for %s', (_name, categoryId, expected) => {
  expect(acceptSubscription({ categoryId }, soldOut)).toEqual(expected)
})

test('no subscription is taken while there are seats', () => {
  expect(acceptSubscription({ categoryId: null }, { ...soldOut, freeSeats: () => 1 })).toBeUndefined()
})
