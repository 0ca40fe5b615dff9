import { expect, test } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import { CONSENT, PAY_BY, codesOf } from '../../support/buyer/purchase.ts'
import { expectErrors, errorLines } from './case.ts'
import { CONFIRM_CASES, PAYMENT_FAILED_ROW, REASON_CASES } from './confirm-cases.ts'
import { openConfirmFixture } from './confirm-fixture.ts'
import { rowNamed } from './rows.ts'

const fixture = await openConfirmFixture()
const FAILED = { success: false, redirect: false, failure: true }

test.each(Object.entries(CONFIRM_CASES))('%s', async (name, provoke) => {
  const answer = await provoke(fixture)
  expectErrors(answer, name)
  expect(errorLines(answer)).toHaveLength(1)
  expect(answer.value).toMatchObject({ value: FAILED, validationErrors: [{ fieldName: 'paymentForm' }] })
})

test.each(Object.entries(REASON_CASES))('%s: stated in the language asked for', async (name, order) => {
  const { code: reason } = rowNamed(name)
  const { code } = rowNamed(PAYMENT_FAILED_ROW)
  const id = await order(fixture)
  for (const language of ['en', 'de', 'fr', 'it']) {
    const text = fixture.text(language, reason)
    expect(text).not.toBe(reason)
    const answer = await fixture.pay(id, PAY_BY.OFFLINE, language)
    expect(errorLines(answer)).toEqual([`G ${code} (${text})`])
    expect(answer.value).toMatchObject({ value: FAILED })
  }
})

test('all errors are reported at once', async () => {
  expect(errorLines(await fixture.pay(await fixture.expired(), {}))).toEqual([
    'G error.STEP_2_ORDER_HAS_EXPIRED',
    'G error.STEP_2_TERMS_CONDITIONS',
    'G error.STEP_2_MISSING_PAYMENT_METHOD',
  ])
})

test('terms are accepted without a privacy policy where there is none', async () => {
  const form = { ...PAY_BY.ON_SITE, privacyPolicyAccepted: false }
  expect((await fixture.pay(await fixture.ready(), form)).status).toBe(200)
  expect((await fixture.pay(await fixture.ready('private'), { ...CONSENT, ...PAY_BY.ON_SITE })).status).toBe(200)
})

test('a method that a category refuses is neither offered nor taken', async () => {
  const id = await fixture.ready('plain', { 'Cash only': 1, Conference: 1 })
  expect(Object.keys((await fixture.infoOf(id)).activePaymentMethods)).toEqual(['ON_SITE'])
  expect((await fixture.pay(id, PAY_BY.OFFLINE)).status).toBe(422)
  expect((await fixture.pay(id, CONSENT)).status).toBe(200)
})

test.each(['STRIPE', 'PAYPAL', 'NONE', 'ADMIN'] as const)(
  '%s, which this event does not take, is refused',
  async paymentProxy => {
    const answer = await fixture.pay(await fixture.ready(), { ...CONSENT, paymentProxy })
    expect(codesOf(answer)).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
  },
)

test('a transfer that is awaited is not ordered again: its deadline stays', async () => {
  const id = await fixture.ready()
  expect((await fixture.pay(id, PAY_BY.OFFLINE)).status).toBe(200)
  const { validity } = await fixture.infoOf(id)
  fixture.move(minutes(60))
  expect((await fixture.pay(id, PAY_BY.OFFLINE)).status).toBe(200)
  expect(await fixture.infoOf(id)).toMatchObject({ status: 'OFFLINE_PAYMENT', validity })
})
