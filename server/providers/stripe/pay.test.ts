import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { Attempt, Payment } from '#server/providers/port/online.ts'
import { aCharge, aClock, aPayment, anAttempt, code, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { stripeProvider } from './provider.ts'
import { STRIPE_SETTINGS } from './account.ts'

const ownSettings = settingsOf(STRIPE_SETTINGS)

// The adapter against the stand-in of Stripe, over HTTP.

const clock = aClock()
const fake = await stripeInTests({ notify: 'http://127.0.0.1:9', now: clock.now })
const provider = stripeProvider({ api: fake.url, script: fake.script })
const online = onlineOf()

const readStateOf = (payment: Payment<Own>) => online.read({ ...payment, why: 'timer' })

function onlineOf() {
  if (!provider.online) throw new Error('asked by HTTP')
  return provider.online
}

const settings = ownSettings(fake.settings)
const withoutSca = ownSettings({ ...fake.settings, STRIPE_ENABLE_SCA: 'false' })
const platform = ownSettings({
  ...fake.settings,
  PLATFORM_MODE_ENABLED: 'true',
  STRIPE_CONNECTED_ID: fake.connectedAccount,
  PLATFORM_FEE_FIXED: '1',
})

type Own = typeof settings

beforeEach(() => fake.misbehave('usual'))

function attemptOf(more: Partial<Attempt<Own>> = {}, gatewayToken: string | null = null): Attempt<Own> {
  const own = more.settings ?? settings
  const due = { amount: more.amount ?? minor(8000n), currency: more.currency ?? code('CHF') }
  const beginning = provider.begin(aCharge({ settings: own, gatewayToken, due }))
  if (beginning.kind !== 'call') throw new Error(beginning.kind)
  return anAttempt({ settings: own, now: clock.now(), startedAt: clock.now(), request: beginning.request, ...more })
}

const call = (attempt: Attempt<Own>) => online.call(attempt)

/** A payment whose page may go on, and how it is checked later. */
async function startPayment(more: Partial<Attempt<Own>> = {}) {
  const attempt = attemptOf(more)
  const outcome = await call(attempt)
  if (outcome.kind !== 'needs-browser') throw new Error(JSON.stringify(outcome))
  const { reference, data } = outcome
  const read = () => readStateOf({ ...attempt, reference, data, now: clock.now() })
  const cancel = (number = 1) =>
    online.cancel({
      ...attempt,
      reference,
      data,
      now: clock.now(),
      request: {},
      idempotencyKey: `${attempt.transactionId}-CANCEL-${String(number)}`,
    })
  return { attempt, outcome, reference, data, read, cancel }
}

const made = (transactionId: string) => fake.books().filter(booking => booking.transactionId === transactionId)

describe('a payment with authentication', () => {
  test('goes on in the browser, is paid there, and is settled with its charge', async () => {
    const { outcome, reference, read, attempt } = await startPayment()
    expect(outcome.parameters).toEqual({ clientSecret: expect.stringContaining(`${reference}_secret_`) })
    expect(await read()).toEqual(outcome)
    await fake.buyer(reference, 'pay')
    const settled = await read()
    expect(settled).toMatchObject({
      kind: 'settled',
      received: { amount: 8000n, currency: 'CHF', gatewayPaymentId: reference, fee: null },
      data: { account: null, hasFee: false },
    })
    clock.pass(minutes(2))
    expect(await read()).toMatchObject({ received: { fee: 262n } })
    expect(made(attempt.transactionId)).toEqual([
      { kind: 'charge', transactionId: attempt.transactionId, amount: 8000n, currency: 'CHF' },
    ])
  })

  test.each([
    ['JPY', 500n, 'pay'],
    ['BHD', 12_340n, 'pay'],
    ['ISK', 1500n, 'pay'],
    ['MGA', 150_000n, 'pay'],
  ] as const)('of %s %s comes in as exactly that', async (currency, amount, act) => {
    const { reference, read, attempt } = await startPayment({ amount: minor(amount), currency: code(currency) })
    await fake.buyer(reference, act)
    expect(await read()).toMatchObject({ kind: 'settled', received: { amount, currency } })
    expect(made(attempt.transactionId)).toMatchObject([{ amount, currency }])
  })

  test.each([
    ['decline', 'error.STEP2_STRIPE_card_declined'],
    ['decline-funds', 'error.STEP2_STRIPE_card_declined'],
    ['decline-stolen', 'error.STEP2_STRIPE_card_declined'],
    ['authenticate-and-fail', 'foyer.payment.not-confirmed'],
  ] as const)('after %s can be paid still, by the same secret', async (act, refusal) => {
    const { reference, data, outcome, read } = await startPayment()
    await fake.buyer(reference, act)
    const { parameters } = outcome
    expect(await read()).toMatchObject({ kind: 'refused', code: refusal, isOver: false, parameters })
    expect(parameters?.['clientSecret']).toContain('_secret_')
    expect(data).not.toHaveProperty('clientSecret')
    await fake.buyer(reference, 'pay')
    expect((await read()).kind).toBe('settled')
  })

  test('that takes days is waited for, and comes to either end', async () => {
    const [good, bad] = [await startPayment(), await startPayment()]
    for (const { reference, read } of [good, bad]) {
      await fake.buyer(reference, 'pay-later')
      expect((await read()).kind).toBe('waiting')
    }
    await fake.office.settle(good.reference)
    await fake.office.fail(bad.reference)
    expect((await good.read()).kind).toBe('settled')
    expect(await bad.read()).toMatchObject({ kind: 'refused', isOver: false })
  })

  test('that is left stays open, and one that Stripe has ended is over', async () => {
    const { reference, read } = await startPayment()
    await fake.buyer(reference, 'abandon')
    expect((await read()).kind).toBe('needs-browser')
    await fake.office.cancel(reference)
    expect(await read()).toEqual({ kind: 'cancelled' })
  })

  test('a form for cards has no button to cancel, the page of another method has', async () => {
    const byCard = await startPayment()
    await expect(fake.buyer(byCard.reference, 'cancel')).rejects.toThrow('left')
    const byTwint = await startPayment({ settings: ownSettings({ ...fake.settings, STRIPE_METHODS: 'card,twint' }) })
    await fake.buyer(byTwint.reference, 'cancel')
    expect(await byTwint.read()).toMatchObject({ kind: 'refused', isOver: false })
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

  test('for a platform is made and found on the account of the organiser, whatever is set later', async () => {
    const { attempt, data, reference } = await startPayment({ settings: platform })
    expect(data).toMatchObject({ account: fake.connectedAccount, hasFee: true })
    await fake.buyer(reference, 'pay')
    const settled = await readStateOf({ ...attempt, reference, data, settings })
    expect(settled).toMatchObject({ kind: 'settled', data: { account: fake.connectedAccount, hasFee: true } })
    expect((await readStateOf({ ...attempt, reference, data: { account: null } })).kind).toBe('unknown')
  })
})

describe('what goes wrong', () => {
  test.each(['down', 'nonsense', 'lost', 'unreachable'] as const)(
    'when Stripe is %s, nothing is known, and the same request heals it',
    async mood => {
      const attempt = attemptOf()
      fake.misbehave(mood, { count: 1 })
      expect((await call(attempt)).kind).toBe('unknown')
      const before = fake.requests().length
      const outcome = await call({ ...attempt, repetition: 1 })
      expect(outcome.kind).toBe('needs-browser')
      expect(fake.requests().slice(before)).toEqual(['POST /v1/payment_intents'])
      expect(await call({ ...attempt, repetition: 2 })).toEqual(outcome)
    },
  )

  test('a request is sent once, so that what is known of repetitions is true', async () => {
    fake.misbehave('down')
    const before = fake.requests().length
    await call(attemptOf())
    expect(fake.requests().length).toBe(before + 1)
  })

  test('too many requests: the first one was not listened to, a repetition proves nothing', async () => {
    const attempt = attemptOf()
    fake.misbehave('busy')
    expect(await call(attempt)).toMatchObject({
      kind: 'unreached',
      code: 'error.STEP2_STRIPE_rate_limit',
      isOver: true,
    })
    expect((await call({ ...attempt, repetition: 1 })).kind).toBe('unknown')
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
    expect(await call({ ...attempt, repetition: 1 })).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('idempotency_key_in_use'),
    })
    expect((await first).kind).toBe('needs-browser')
  })

  test('after the lifetime of its key what was made is found, and not made again', async () => {
    const attempt = attemptOf()
    fake.misbehave('lost', { count: 1 })
    await call(attempt)
    clock.pass(hours(30))
    const before = fake.requests().length
    const outcome = await call({ ...attempt, repetition: 5, now: clock.now() })
    expect(outcome.kind).toBe('needs-browser')
    expect(fake.requests().slice(before)).toEqual(['GET /v1/payment_intents/search'])
  })

  test('after the lifetime of its key what never arrived is made', async () => {
    const attempt = attemptOf()
    fake.misbehave('unreachable', { count: 1 })
    await call(attempt)
    clock.pass(hours(30))
    expect((await call({ ...attempt, repetition: 5, now: clock.now() })).kind).toBe('needs-browser')
  })

  test('a look without a name finds what was made, once the search knows it', async () => {
    const attempt = attemptOf()
    fake.misbehave('lost', { count: 1 })
    await call(attempt)
    expect((await readStateOf(attempt)).kind).toBe('unknown')
    clock.pass(minutes(2))
    expect((await readStateOf(attempt)).kind).toBe('needs-browser')
  })

  test('a key that is not accepted is reported as such, without the key', async () => {
    const wrong = ownSettings({ ...fake.settings, STRIPE_SECRET_KEY: 'sk_test_of_nobody' })
    const attempt = attemptOf({ settings: wrong })
    expect(await call(attempt)).toEqual({ kind: 'refused', code: 'error.STEP2_STRIPE_abort', isOver: true })
    const outcome = await readStateOf({ ...attempt, reference: 'pi_1' })
    expect(outcome).toEqual({ kind: 'unknown', reason: 'GET /v1/payment_intents/pi_1: 401 invalid_request_error' })
  })

  test('the same key for something else says nothing about what was made', async () => {
    const { attempt } = await startPayment()
    const other = await call({ ...attempt, amount: minor(9000n) })
    expect(other).toMatchObject({ kind: 'unknown', reason: 'POST /v1/payment_intents: 400 idempotency_error' })
    expect(fake.violations().at(-1)).toContain('was used for something else')
  })
})

describe('dropping a payment', () => {
  test('that no buyer has paid ends it at Stripe, however often', async () => {
    const { cancel, read, reference } = await startPayment()
    expect(await cancel()).toEqual({ kind: 'cancelled' })
    expect(await cancel()).toEqual({ kind: 'cancelled' })
    expect(await cancel(2)).toEqual({ kind: 'cancelled' })
    expect(await read()).toEqual({ kind: 'cancelled' })
    await expect(fake.buyer(reference, 'pay')).rejects.toThrow('canceled')
  })

  test.each([
    ['pay', 'settled'],
    ['pay-later', 'waiting'],
  ] as const)('after %s is refused: it is %s', async (act, state) => {
    const { cancel, reference } = await startPayment()
    await fake.buyer(reference, act)
    expect(await cancel()).toEqual({ kind: 'not-now', reason: `Stripe has it as ${state}` })
  })

  test('without a reply says nothing', async () => {
    const { cancel } = await startPayment()
    fake.misbehave('down', { count: 1 })
    expect((await cancel()).kind).toBe('unknown')
    expect((await cancel()).kind).toBe('cancelled')
  })

  test('whose reply was lost is found by its transaction', async () => {
    const attempt = attemptOf()
    fake.misbehave('lost', { count: 1 })
    await call(attempt)
    const cancel = { ...attempt, idempotencyKey: `${attempt.transactionId}-CANCEL-1` }
    expect((await online.cancel(cancel)).kind).toBe('unknown')
    clock.pass(minutes(2))
    expect((await online.cancel({ ...cancel, now: clock.now() })).kind).toBe('cancelled')
  })

  test('that Stripe never got is over once the search would know it', async () => {
    const attempt = attemptOf()
    fake.misbehave('unreachable', { count: 1 })
    await call(attempt)
    expect((await online.cancel(attempt)).kind).toBe('unknown')
    clock.pass(minutes(61))
    const now = clock.now()
    // What was sent again a moment ago may have been made just now.
    expect((await online.cancel({ ...attempt, now, lastSentAt: now })).kind).toBe('unknown')
    expect((await online.cancel({ ...attempt, now })).kind).toBe('cancelled')
  })
})

describe('a payment without authentication', () => {
  const charged = (number?: string, more: Partial<Attempt<Own>> = {}) =>
    attemptOf({ settings: withoutSca, ...more }, fake.token(number))

  test('charges the token of the page, once for its key', async () => {
    const attempt = charged()
    fake.misbehave('lost', { count: 1 })
    expect((await call(attempt)).kind).toBe('unknown')
    const settled = await call({ ...attempt, repetition: 1 })
    expect(settled).toMatchObject({ kind: 'settled', received: { amount: 8000n, gatewayPaymentId: null } })
    expect(made(attempt.transactionId)).toHaveLength(1)
  })

  test.each([
    ['4000000000000002', 'error.STEP2_STRIPE_card_declined'],
    ['4000000000009995', 'error.STEP2_STRIPE_card_declined'],
    ['4000000000009979', 'error.STEP2_STRIPE_card_declined'],
    ['4000000000000069', 'error.STEP2_STRIPE_expired_card'],
    ['4000000000000127', 'error.STEP2_STRIPE_incorrect_cvc'],
    ['4000000000000119', 'error.STEP2_STRIPE_processing_error'],
    ['4000002760003184', 'foyer.payment.authenticate'],
    ['4242424242424241', 'error.STEP2_STRIPE_incorrect_number'],
  ])('with the card %s is refused as %s, for good', async (number, refusal) => {
    const attempt = charged(number)
    expect(await call(attempt)).toEqual({ kind: 'refused', code: refusal, isOver: true })
    expect(await call({ ...attempt, repetition: 1 })).toEqual({ kind: 'refused', code: refusal, isOver: true })
    expect(made(attempt.transactionId)).toEqual([])
  })

  test('with a token that was used is refused', async () => {
    const token = fake.token()
    await call(attemptOf({ settings: withoutSca }, token))
    const again = await call(attemptOf({ settings: withoutSca }, token))
    expect(again).toEqual({ kind: 'refused', code: 'error.STEP2_STRIPE_unexpected', isOver: true })
  })

  test('is found by its charge, or by its transaction', async () => {
    const attempt = charged()
    const settled = await call(attempt)
    if (settled.kind !== 'settled') throw new Error(settled.kind)
    const { gatewayTransactionId } = settled.received
    expect(await readStateOf({ ...attempt, reference: gatewayTransactionId })).toEqual(settled)
    expect(await readStateOf({ ...attempt, data: { charge: gatewayTransactionId } })).toEqual(settled)
    clock.pass(minutes(2))
    expect(await readStateOf(attempt)).toMatchObject({ kind: 'settled', received: { gatewayTransactionId } })
  })

  test('that was charged is not dropped', async () => {
    const attempt = charged()
    fake.misbehave('lost', { count: 1 })
    await call(attempt)
    clock.pass(hours(2))
    expect(await online.cancel({ ...attempt, now: clock.now() })).toMatchObject({ kind: 'not-now' })
  })
})

test('without a secret key nothing is asked', async () => {
  await expect(readStateOf(aPayment({ reference: 'pi_1' }))).rejects.toThrow('STRIPE_SECRET_KEY')
})

test('nothing that was sent broke a rule of Stripe, but where a test says so', () => {
  const planned = ['was used for something else']
  expect(fake.violations().filter(text => !planned.some(part => text.includes(part)))).toEqual([])
  expect(fake.requests().length).toBeGreaterThan(100)
})
