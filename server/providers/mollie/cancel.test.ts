import { beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import { mollieUnderTest } from '#tests/fakes/mollie/under-test.ts'
import { code } from '#tests/fakes/stripe/a-payment.ts'
import { mollieProvider } from './provider.ts'
import { MOLLIE_SETTINGS } from './account.ts'

const { clock, fake, ownSettings, settings, attemptOf, call, cancelOf, startPayment, since } = await mollieUnderTest({
  definitions: MOLLIE_SETTINGS,
  open: mollieProvider,
})
const platform = ownSettings(fake.platform)
const euros = { currency: code('EUR') }

beforeEach(() => fake.misbehave('usual'))

describe('dropping a payment', () => {
  test('that no buyer has begun to pay ends it at Mollie, however often', async () => {
    for (const own of [settings, platform]) {
      const { cancel, read, reference } = await startPayment({ settings: own })
      expect(await cancel()).toEqual({ kind: 'cancelled' })
      expect(await cancel()).toEqual({ kind: 'cancelled' })
      expect(await read()).toEqual({ kind: 'cancelled' })
      await expect(fake.buyer(reference, 'pay')).rejects.toThrow('canceled')
    }
  })

  test('that a buyer is paying by card is refused until its time is over', async () => {
    const { cancel, reference } = await startPayment()
    await fake.buyer(reference, 'abandon')
    const before = fake.requests().length
    expect(await cancel()).toEqual({ kind: 'not-now', reason: `${reference} is redirect` })
    expect(since(before)).toEqual([`GET /v2/payments/${reference}`])
    clock.pass(minutes(15))
    expect(await cancel()).toEqual({ kind: 'cancelled' })
  })

  test('that a buyer is paying by another method ends it there', async () => {
    const { cancel, reference } = await startPayment(euros, 'IDEAL')
    await fake.buyer(reference, 'abandon')
    expect(await cancel()).toEqual({ kind: 'cancelled' })
  })

  test.each([
    ['pay', 'settled'],
    ['pay-later', 'waiting'],
  ] as const)('after %s is refused: it is %s', async (act, state) => {
    const { cancel, reference } = await startPayment()
    await fake.buyer(reference, act)
    expect(await cancel()).toEqual({ kind: 'not-now', reason: `${reference} is ${state}` })
  })

  test('that Mollie reports in another mode touches nothing', async () => {
    const { cancel, reference } = await startPayment()
    fake.office.falsify(reference, 'mode')
    const before = fake.requests().length
    expect((await cancel()).kind).toBe('not-now')
    expect(since(before)).toEqual([`GET /v2/payments/${reference}`])
  })

  test('that was refused is over', async () => {
    const { cancel, reference } = await startPayment()
    await fake.buyer(reference, 'decline')
    expect(await cancel()).toEqual({ kind: 'cancelled' })
  })

  test.each([/^GET/, /^DELETE/])('without a reply to %s says nothing', async of => {
    const { cancel } = await startPayment()
    fake.misbehave('down', { count: 1, of })
    expect((await cancel()).kind).toBe('unknown')
    expect((await cancel()).kind).toBe('cancelled')
  })

  test('whose reply was lost is found by its transaction', async () => {
    const attempt = attemptOf()
    fake.misbehave('lost', { count: 1 })
    await call(attempt)
    expect(await cancelOf(attempt)).toEqual({ kind: 'cancelled' })
  })

  test('that Mollie never got is over once it would know it', async () => {
    const attempt = attemptOf()
    fake.misbehave('unreachable', { count: 1 })
    await call(attempt)
    expect((await cancelOf(attempt)).kind).toBe('unknown')
    clock.pass(minutes(61))
    // What was sent again a moment ago may have been made just now.
    expect((await cancelOf({ ...attempt, lastSentAt: clock.now() })).kind).toBe('unknown')
    expect((await cancelOf(attempt)).kind).toBe('cancelled')
  })
})

test('nothing that was sent broke a rule of Mollie', () => {
  expect(fake.violations()).toEqual([])
  expect(fake.requests().length).toBeGreaterThan(30)
})
