import { beforeEach, describe, expect, test } from 'vitest'
import { after, hours, minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { CallOutcome } from '#server/providers/port/online.ts'
import { mollieUnderTest } from '#tests/fakes/mollie/under-test.ts'
import { aPayment, code } from '#tests/fakes/stripe/a-payment.ts'
import { answerOf } from './client.ts'
import { outcomeOfFailure } from './pay.ts'
import { Payment } from './replies.ts'
import { mollieProvider } from './provider.ts'
import { MOLLIE_SETTINGS } from './account.ts'

// The adapter against the stand-in of Mollie, over HTTP.

const { clock, fake, ownSettings, attemptOf, call, readStateOf, startPayment, since } = await mollieUnderTest({
  definitions: MOLLIE_SETTINGS,
  open: mollieProvider,
})

beforeEach(() => fake.misbehave('usual'))

const made = (transactionId: string) => fake.books().filter(booking => booking.transactionId === transactionId)
const euros = { currency: code('EUR') }

describe('a payment', () => {
  test('leads to the page of Mollie, again and again, and is settled once it is paid there', async () => {
    const { outcome, reference, read, attempt } = await startPayment()
    expect(outcome).toMatchObject({
      url: `${fake.url}/checkout/${reference}`,
      until: after(clock.now(), minutes(20)),
      meanwhile: 'elsewhere',
      data: { mode: 'test', profileId: null, method: 'creditcard', payment: reference },
    })
    expect(await read()).toEqual(outcome)
    await fake.buyer(reference, 'pay')
    expect(await read()).toMatchObject({
      kind: 'settled',
      received: { amount: 8000n, currency: 'CHF', gatewayTransactionId: reference, fee: null },
    })
    expect(made(attempt.transactionId)).toEqual([
      { kind: 'charge', transactionId: attempt.transactionId, amount: 8000n, currency: 'CHF' },
    ])
  })

  test.each([
    ['CREDIT_CARD', 'creditcard', 'JPY', 500n],
    ['CREDIT_CARD', 'creditcard', 'ISK', 1500n],
    ['APPLE_PAY', 'applepay', 'CHF', 1n],
    ['IDEAL', 'ideal', 'EUR', 5_000_000n],
    ['BANCONTACT', 'bancontact', 'EUR', 2n],
    ['KBC', 'kbc', 'EUR', 100n],
    ['BELFIUS', 'belfius', 'EUR', 100n],
    ['PRZELEWY_24', 'przelewy24', 'PLN', 5_500_000n],
  ] as const)('by %s is one by %s, and %s %s comes in as exactly that', async (method, id, currency, amount) => {
    const { reference, read, attempt, data } = await startPayment(
      { amount: minor(amount), currency: code(currency) },
      method,
    )
    expect(data['method']).toBe(id)
    await fake.buyer(reference, 'pay')
    expect(await read()).toMatchObject({ kind: 'settled', received: { amount, currency } })
    expect(made(attempt.transactionId)).toMatchObject([{ amount, currency }])
  })

  test.each([
    ['decline', { code: 'foyer.payment.refused', message: 'The card was declined.' }],
    ['decline-funds', { code: 'foyer.payment.refused', message: 'There is too little on the card.' }],
    ['decline-stolen', { code: 'foyer.payment.refused' }],
    ['authenticate-and-fail', { code: 'foyer.payment.not-confirmed' }],
  ] as const)('after %s is over', async (act, refusal) => {
    const { reference, read } = await startPayment()
    await fake.buyer(reference, act)
    expect(await read()).toEqual({ kind: 'refused', isOver: true, ...refusal })
    await expect(fake.buyer(reference, 'pay')).rejects.toThrow('failed')
  })

  test('that is left stays open until its time is over', async () => {
    const { reference, read } = await startPayment()
    await fake.buyer(reference, 'abandon')
    expect((await read()).kind).toBe('redirect')
    clock.pass(minutes(15))
    expect(await read()).toEqual({ kind: 'cancelled' })
  })

  test('that the buyer cancels, or Mollie ends, is over', async () => {
    const [byBuyer, byMollie] = [await startPayment(), await startPayment()]
    await fake.buyer(byBuyer.reference, 'cancel')
    await fake.office.cancel(byMollie.reference)
    expect(await byBuyer.read()).toEqual({ kind: 'cancelled' })
    expect(await byMollie.read()).toEqual({ kind: 'cancelled' })
  })

  test('that takes its time is waited for, and comes to either end', async () => {
    const [good, bad] = [await startPayment(), await startPayment()]
    for (const { reference, read } of [good, bad]) {
      await fake.buyer(reference, 'pay-later')
      expect((await read()).kind).toBe('waiting')
    }
    await fake.office.settle(good.reference)
    await fake.office.fail(bad.reference)
    expect((await good.read()).kind).toBe('settled')
    expect(await bad.read()).toMatchObject({ kind: 'refused', isOver: true })
  })

  test.each([
    ['mode', { kind: 'mismatch' }],
    // The caller, which knows the sum due, compares it.
    ['amount', { kind: 'settled', received: { amount: 7999n, currency: 'CHF' } }],
    ['currency', { kind: 'settled', received: { amount: 8000n, currency: 'USD' } }],
  ] as const)('that is reported with another %s is noticed', async (what, outcome) => {
    const { reference, read } = await startPayment()
    await fake.buyer(reference, 'pay')
    fake.office.falsify(reference, what)
    expect(await read()).toMatchObject(outcome)
  })
})

describe('what goes wrong', () => {
  test.each(['down', 'nonsense', 'lost', 'unreachable'] as const)(
    'when Mollie is %s, nothing is known, and the same request heals it',
    async mood => {
      const attempt = attemptOf()
      fake.misbehave(mood, { count: 1 })
      expect((await call(attempt)).kind).toBe('unknown')
      const before = fake.requests().length
      const outcome = await call({ ...attempt, repetition: 1 })
      expect(outcome.kind).toBe('redirect')
      expect(since(before)).toEqual(['POST /v2/payments'])
      expect(await call({ ...attempt, repetition: 2 })).toEqual(outcome)
    },
  )

  test('too many requests: the first one was not listened to, a repetition proves nothing', async () => {
    const attempt = attemptOf()
    fake.misbehave('busy')
    expect(await call(attempt)).toMatchObject({ kind: 'unreached', code: 'foyer.payment.later', isOver: true })
    expect((await call({ ...attempt, repetition: 1 })).kind).toBe('unknown')
  })

  test('the supplier of the method is away: Mollie has begun nothing, a repetition proves nothing', async () => {
    const attempt = attemptOf(euros, 'KBC')
    fake.profile.away.add('kbc')
    expect(await call(attempt)).toMatchObject({ kind: 'unreached', code: 'foyer.payment.later', isOver: true })
    expect((await call({ ...attempt, repetition: 1 })).kind).toBe('unknown')
    fake.profile.away.delete('kbc')
  })

  test.each([
    ['of a proxy before Mollie', undefined],
    ['of another form', { status: '503' }],
    ['whose body names another status', { status: 500 }],
  ])('a 503 %s says nothing of the request', (_, value) => {
    const reply = { status: 503, headers: new Headers(), value }
    expect(answerOf('POST /v2/payments', Payment, reply).kind).toBe('silent')
  })

  test('what takes too long is ended by who asks', async () => {
    const ending = new AbortController()
    const attempt = attemptOf({ signal: ending.signal })
    const before = fake.requests().length
    fake.misbehave('slow', { count: 1 })
    const answer = call(attempt)
    await expect.poll(() => fake.requests().length).toBe(before + 1)
    ending.abort()
    expect((await answer).kind).toBe('unknown')
  })

  test('what is still being carried out is not a refusal', async () => {
    const attempt = attemptOf()
    const before = fake.requests().length
    fake.misbehave('slow', { count: 1 })
    const first = call(attempt)
    await expect.poll(() => fake.requests().length).toBe(before + 1)
    expect(await call({ ...attempt, repetition: 1 })).toEqual({ kind: 'unknown', reason: 'POST /v2/payments: 409' })
    expect((await first).kind).toBe('redirect')
  })

  test('after the lifetime of its key what was made is found, and not made again', async () => {
    const attempt = attemptOf({}, 'CREDIT_CARD')
    fake.misbehave('lost', { count: 1 })
    await call(attempt)
    clock.pass(minutes(70))
    const before = fake.requests().length
    const outcome = await call({ ...attempt, repetition: 5, now: clock.now() })
    expect(outcome).toEqual({ kind: 'cancelled' })
    expect(since(before)).toEqual(['GET /v2/payments'])
  })

  test('after the lifetime of its key what never arrived is made', async () => {
    const attempt = attemptOf()
    fake.misbehave('unreachable', { count: 1 })
    await call(attempt)
    clock.pass(hours(2))
    expect((await call({ ...attempt, repetition: 5, now: clock.now() })).kind).toBe('redirect')
  })

  test('while it is not known whether it was made, it is not made again', async () => {
    const attempt = attemptOf()
    clock.pass(hours(2))
    fake.misbehave('down', { of: /^GET/ })
    const before = fake.requests().length
    expect((await call({ ...attempt, repetition: 5, now: clock.now() })).kind).toBe('unknown')
    expect(since(before)).toEqual(['GET /v2/payments'])
  })

  test('a look without a name finds what was made, over many pages', async () => {
    const attempt = attemptOf()
    fake.misbehave('lost', { count: 1 })
    await call(attempt)
    for (let count = 0; count < 251; count += 1) await call(attemptOf())
    const before = fake.requests().length
    expect((await readStateOf(attempt)).kind).toBe('redirect')
    expect(since(before)).toEqual(['GET /v2/payments', 'GET /v2/payments'])
  })

  test('a look without a name goes no further back than to when it was begun', async () => {
    clock.pass(hours(3))
    const before = fake.requests().length
    expect((await readStateOf(attemptOf())).kind).toBe('unknown')
    expect(since(before)).toEqual(['GET /v2/payments'])
  })

  test('a key that is not accepted is reported as such, without the key', async () => {
    const attempt = attemptOf({ settings: ownSettings({ ...fake.settings, MOLLIE_API_KEY: 'test_of_nobody' }) })
    expect(await call(attempt)).toEqual({ kind: 'refused', code: 'foyer.payment.later', isOver: true })
    const outcome = await readStateOf({ ...attempt, reference: 'tr_1' })
    expect(outcome).toEqual({ kind: 'unknown', reason: 'GET /v2/payments/tr_1: 401' })
  })

  test('a key of the other mode is not asked by', async () => {
    const { attempt, data, reference } = await startPayment()
    const live = ownSettings({ ...fake.settings, MOLLIE_API_KEY: 'live_FoyerFoyerFoyerFoyerFoyerFoyer' })
    await expect(readStateOf({ ...attempt, reference, data, settings: live })).rejects.toThrow(
      'MOLLIE_API_KEY is of live mode',
    )
  })

  test('the same key for something else is turned down', async () => {
    const { attempt } = await startPayment()
    expect(await call({ ...attempt, amount: minor(9000n) })).toMatchObject({ kind: 'refused' })
    expect(fake.violations().at(-1)).toContain('was used for something else')
  })

  test('a sum or a method that the profile may not take is refused, and another one may do', async () => {
    const tooMuch = attemptOf({ amount: minor(1_000_001n) })
    expect(await call(tooMuch)).toEqual({ kind: 'refused', code: 'foyer.payment.refused', isOver: true })
    fake.profile.methods.delete('kbc')
    expect(await call(attemptOf(euros, 'KBC'))).toMatchObject({ code: 'foyer.payment.refused' })
    fake.profile.methods.add('kbc')
  })

  test.each([
    [{ kind: 'invalid', field: 'amount' }, 0, 'foyer.payment.refused'],
    [{ kind: 'invalid', field: null }, 3, 'foyer.payment.later'],
    [{ kind: 'forbidden' }, 0, 'foyer.payment.later'],
    [{ kind: 'forbidden' }, 1, null],
    [{ kind: 'missing' }, 0, 'foyer.payment.later'],
    [{ kind: 'missing' }, 1, null],
    [{ kind: 'busy' }, 1, null],
    [{ kind: 'unreached' }, 1, null],
    [{ kind: 'conflict' }, 0, null],
    [{ kind: 'silent' }, 0, null],
  ] as const)('%o at repetition %s is reported as %s', (failure, repetition, refusal) => {
    const outcome: CallOutcome = outcomeOfFailure({ ...failure, summary: 'POST /x: 400' }, { repetition })
    const unknown = { kind: 'unknown', reason: 'POST /x: 400' }
    expect(outcome).toEqual(refusal === null ? unknown : { kind: 'refused', code: refusal, isOver: true })
  })

  test.each([
    ['busy', 'foyer.payment.later'],
    ['unreached', 'foyer.payment.later'],
  ] as const)('%s at the first sending: nothing was begun, and the buyer reads %s', (kind, code) => {
    const reason = 'POST /x: not reached'
    const outcome = outcomeOfFailure({ kind, summary: reason }, { repetition: 0 })
    expect(outcome).toEqual({ kind: 'unreached', code, isOver: true, reason })
  })
})

test('without a key nothing is asked', async () => {
  await expect(readStateOf(aPayment({ reference: 'tr_1' }))).rejects.toThrow('incomplete')
})

test('nothing that was sent broke a rule of Mollie, but where a test says so', () => {
  const planned = ['was used for something else']
  expect(fake.violations().filter(text => !planned.some(part => text.includes(part)))).toEqual([])
  expect(fake.requests().length).toBeGreaterThan(100)
})
