import { expect, test } from 'vitest'
import { after, instant, minutes } from '#domain/foundation/instant.ts'
import {
  type ClaimFacts,
  type ConfirmFacts,
  type PaymentChoice,
  decideConfirm,
  isWhyReturned,
  lostOf,
} from './confirm.ts'
import { RESERVATION_STATUSES, type ReservationStatus } from './states.ts'

const NOW = instant(1_800_000_000_000)

const choice = (changes: Partial<PaymentChoice> = {}): PaymentChoice => ({
  proxy: 'OFFLINE',
  method: null,
  isTermsAccepted: true,
  isPrivacyAccepted: true,
  ...changes,
})

const facts = (changes: Partial<ConfirmFacts> = {}): ConfirmFacts => ({
  status: 'PENDING',
  validity: after(NOW, minutes(1)),
  isValidated: true,
  isFree: false,
  isPrivacyPolicySet: true,
  openProxy: null,
  offeredProxies: ['OFFLINE', 'ON_SITE'],
  isPerson: true,
  now: NOW,
  ...changes,
})

function decided(chosen: PaymentChoice, confirmFacts: ConfirmFacts) {
  const outcome = decideConfirm(chosen, confirmFacts)
  return outcome.ok ? outcome.value : outcome.problems.map(({ code }) => code)
}

test('a reservation in time with accepted details is paid by the chosen provider', () => {
  expect(decided(choice(), facts())).toEqual({ kind: 'pay', proxy: 'OFFLINE' })
})

test('the only provider need not be named', () => {
  expect(decided(choice({ proxy: null }), facts({ offeredProxies: ['ON_SITE'] }))).toEqual({
    kind: 'pay',
    proxy: 'ON_SITE',
  })
})

test('of several providers one must be named', () => {
  expect(decided(choice({ proxy: null }), facts())).toEqual(['error.STEP_2_MISSING_PAYMENT_METHOD'])
})

test('who confirms to pay nothing is not charged, whatever is offered', () => {
  expect(decided(choice({ proxy: null, method: 'NONE' }), facts({ offeredProxies: ['STRIPE'] }))).toEqual([
    'error.STEP_2_MISSING_PAYMENT_METHOD',
  ])
})

test('a free order needs no provider, whatever was sent', () => {
  expect(decided(choice({ proxy: null }), facts({ isFree: true, offeredProxies: [] }))).toEqual({
    kind: 'pay',
    proxy: 'NONE',
  })
  expect(decided(choice({ proxy: 'OFFLINE' }), facts({ isFree: true }))).toEqual({ kind: 'pay', proxy: 'NONE' })
})

test('a provider that is not offered here is refused', () => {
  expect(decided(choice({ proxy: 'STRIPE' }), facts())).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
})

test('an expired reservation cannot be paid', () => {
  expect(decided(choice(), facts({ validity: NOW }))).toEqual(['error.STEP_2_ORDER_HAS_EXPIRED'])
})

test('terms must be accepted, and privacy where there is a policy', () => {
  expect(decided(choice({ isTermsAccepted: false }), facts())).toEqual(['error.STEP_2_TERMS_CONDITIONS'])
  expect(decided(choice({ isPrivacyAccepted: false }), facts())).toEqual(['error.STEP_2_TERMS_CONDITIONS'])
  expect(decided(choice({ isPrivacyAccepted: false }), facts({ isPrivacyPolicySet: false }))).toMatchObject({
    kind: 'pay',
  })
})

test('everything that is wrong is returned at once', () => {
  expect(decided(choice({ proxy: null, isTermsAccepted: false }), facts({ validity: NOW }))).toEqual([
    'error.STEP_2_ORDER_HAS_EXPIRED',
    'error.STEP_2_TERMS_CONDITIONS',
    'error.STEP_2_MISSING_PAYMENT_METHOD',
  ])
})

test('without accepted details nothing is paid', () => {
  expect(decided(choice(), facts({ isValidated: false }))).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
})

const CONFIRMED: readonly ReservationStatus[] = [
  'COMPLETE',
  'FINALIZING',
  'OFFLINE_FINALIZING',
  'OFFLINE_PAYMENT',
  'DEFERRED_OFFLINE_PAYMENT',
]

test.each(CONFIRMED)('Pay on an order that is %s is a success that changes nothing', status => {
  expect(decided(choice(), facts({ status, validity: NOW }))).toEqual({ kind: 'repeat' })
})

const others = RESERVATION_STATUSES.filter(status => status !== 'PENDING' && !CONFIRMED.includes(status))
test.each(others)('a reservation that is %s is not paid', status => {
  expect(decided(choice(), facts({ status }))).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
})

const now = instant(1_800_000_000_000)
const pass: NonNullable<ClaimFacts['pass']> = {
  status: 'ACQUIRED',
  valid: { from: null, to: null },
  usage: 'UNLIMITED',
  maxEntries: 3,
  used: 1,
  usedAtEvent: 1,
  own: 2,
  now,
}

test.each<[string, ReturnType<typeof lostOf>, Partial<ClaimFacts>]>([
  ['without code and pass', null, {}],
  ['whose code is used up', 'code', { areUsesLeft: false }],
  ['whose pass has an entry for each ticket', null, { pass }],
  ['whose pass has an entry too few', 'pass', { pass: { ...pass, used: 2 } }],
  ['whose pass was cancelled', 'pass', { pass: { ...pass, status: 'CANCELLED' } }],
  ['whose pass has run out', 'pass', { pass: { ...pass, valid: { from: null, to: after(now, -1) } } }],
  [
    'whose pass pays for one ticket an event',
    null,
    { pass: { ...pass, usage: 'ONCE_PER_EVENT', usedAtEvent: 0, own: 1 } },
  ],
  [
    'whose pass has paid for a ticket of the event meanwhile',
    'pass',
    { pass: { ...pass, usage: 'ONCE_PER_EVENT', own: 1 } },
  ],
  ['whose pass pays for any number', null, { pass: { ...pass, maxEntries: null, used: 400 } }],
  ['that has lost both', 'pass', { areUsesLeft: false, pass: { ...pass, status: 'CANCELLED' } }],
])('an order %s has lost: %s', (_, expected, facts) => {
  expect(lostOf({ areUsesLeft: true, pass: null, ...facts })).toBe(expected)
})

test('a reason why money went back differs from a refusal', () => {
  expect(isWhyReturned('foyer.payment.returned.pass')).toBe(true)
  expect(isWhyReturned('foyer.payment.refused')).toBe(false)
})
