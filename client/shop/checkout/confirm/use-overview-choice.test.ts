import { expect, test } from 'vitest'
import { type CheckedChoice, obstacles } from './use-overview-choice.ts'

const ready: CheckedChoice = {
  isExpired: false,
  needsMethod: true,
  method: 'ON_SITE',
  isFormOpen: false,
  termsAccepted: true,
  needsPrivacy: true,
  privacyAccepted: true,
}

test('there is no obstacle when all is chosen and accepted', () => {
  expect(obstacles(ready)).toEqual([])
})

test('everything missing is named at once, in the order of the page', () => {
  expect(obstacles({ ...ready, method: undefined, termsAccepted: false, privacyAccepted: false })).toEqual([
    'method',
    'privacy',
    'terms',
  ])
})

test('the privacy policy need not be accepted where there is none', () => {
  expect(obstacles({ ...ready, needsPrivacy: false, privacyAccepted: false })).toEqual([])
})

test('the terms are always needed', () => {
  expect(obstacles({ ...ready, needsPrivacy: false, termsAccepted: false })).toEqual(['terms'])
})

test('a free order needs no method', () => {
  expect(obstacles({ ...ready, needsMethod: false, method: undefined })).toEqual([])
})

test('an expired order has no other obstacle', () => {
  expect(obstacles({ ...ready, isExpired: true, method: undefined, termsAccepted: false })).toEqual(['expired'])
})

test('the form of a provider has to be filled in, after the method is chosen', () => {
  expect(obstacles({ ...ready, isFormOpen: true, termsAccepted: false })).toEqual(['form', 'terms'])
})
