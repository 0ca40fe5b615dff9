import { beforeEach, describe, expect, test } from 'vitest'
import { days, hours, instant } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { Payment, RefundAttempt } from '#server/providers/port/online.ts'
import { aClock, aPayment, aRefund, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { bookingOf, disputeState, outcomeOfRefund, refundState } from './after-payment.ts'
import { named } from './client.ts'
import { stripeProvider } from './provider.ts'
import { STRIPE_SETTINGS } from './account.ts'

const ownSettings = settingsOf(STRIPE_SETTINGS)

const clock = aClock()
const fake = await stripeInTests({ notify: 'http://127.0.0.1:9', now: clock.now })
const { online } = stripeProvider({ api: fake.url, script: fake.script })
if (!online?.follow || !online.bookings) throw new Error('asked by HTTP')
const { refunds, follow, bookings } = online

const settings = ownSettings(fake.settings)
type Own = typeof settings
const connected = ownSettings({
  ...fake.settings,
  PLATFORM_MODE_ENABLED: 'true',
  STRIPE_CONNECTED_ID: fake.connectedAccount,
})

beforeEach(() => {
  fake.misbehave('usual')
  fake.office.refundsGo('usual')
})

/** A payment of 80 francs that was settled. */
async function paid(own = settings): Promise<Payment<Own>> {
  const account = own === connected ? fake.connectedAccount : null
  const fee = account === null ? {} : { applicationFee: 200 }
  const payment = aPayment({ settings: own, now: clock.now(), startedAt: clock.now() })
  const outcome = await online?.call({
    ...payment,
    idempotencyKey: `${payment.transactionId}-CHARGE-1`,
    repetition: 0,
    firstSentAt: payment.now,
    request: { step: 'intent', methods: 'card', description: 'x', shop: 'https://example.org', account, ...fee },
  })
  if (outcome?.kind !== 'needs-browser') throw new Error(JSON.stringify(outcome))
  await fake.buyer(outcome.reference, 'pay')
  return { ...payment, reference: outcome.reference, data: { account, hasFee: account !== null } }
}

const later = (refund: RefundAttempt<Own>): RefundAttempt<Own> => ({
  ...refund,
  payment: { ...refund.payment, now: clock.now() },
})

const returned = ({ transactionId }: Payment<Own>) =>
  fake
    .books()
    .filter(booking => booking.transactionId === transactionId && booking.kind === 'refund')
    .reduce((total, { amount }) => total + amount, 0n)

describe('a refund', () => {
  test('of a part, then of the rest, then of nothing', async () => {
    const payment = await paid()
    expect((await refunds.send(aRefund(payment, { amount: minor(3000n) }))).kind).toBe('refunded')
    const rest = aRefund(payment, { amount: minor(5000n), idempotencyKey: `${payment.transactionId}-REFUND-2` })
    expect((await refunds.send(rest)).kind).toBe('refunded')
    const more = aRefund(payment, { amount: minor(1n), idempotencyKey: `${payment.transactionId}-REFUND-3` })
    expect(await refunds.send(more)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('all of this') })
    expect(returned(payment)).toBe(8000n)
  })

  test('of more than is left is refused', async () => {
    const payment = await paid()
    expect(await refunds.send(aRefund(payment, { amount: minor(8001n) }))).toMatchObject({ kind: 'refused' })
  })

  test('whose reply is lost is sent again, and given once', async () => {
    const refund = aRefund(await paid())
    fake.misbehave('lost', { count: 1 })
    expect((await refunds.send(refund)).kind).toBe('unknown')
    expect((await refunds.send({ ...refund, repetition: 1 })).kind).toBe('refunded')
    expect(returned(refund.payment)).toBe(8000n)
  })

  test('after the lifetime of its key is searched for first', async () => {
    const refund = aRefund(await paid(), { amount: minor(3000n) })
    fake.misbehave('lost', { count: 1 })
    await refunds.send(refund)
    clock.pass(hours(30))
    expect((await refunds.send({ ...later(refund), repetition: 1 })).kind).toBe('refunded')
    expect(returned(refund.payment)).toBe(3000n)
  })

  test('after the lifetime of its key that never arrived is sent', async () => {
    const refund = aRefund(await paid(), { amount: minor(3000n) })
    fake.misbehave('unreachable', { count: 1 })
    await refunds.send(refund)
    clock.pass(hours(30))
    expect((await refunds.read(later(refund))).kind).toBe('unknown')
    expect((await refunds.send({ ...later(refund), repetition: 1 })).kind).toBe('refunded')
    expect(returned(refund.payment)).toBe(3000n)
  })

  test('that is accepted is pending until it is done', async () => {
    fake.office.refundsGo('pending')
    const refund = aRefund(await paid())
    const pending = await refunds.send(refund)
    if (pending.kind !== 'pending') throw new Error(pending.kind)
    const read = () => refunds.read({ ...refund, reference: pending.reference })
    expect((await read()).kind).toBe('pending')
    await fake.office.endRefunds()
    expect(await read()).toEqual({ kind: 'refunded', reference: pending.reference })
  })

  test('that was done and fails later is reported as failed', async () => {
    fake.office.refundsGo('fail-later')
    const refund = aRefund(await paid())
    const done = await refunds.send(refund)
    if (done.kind !== 'refunded') throw new Error(done.kind)
    await fake.office.endRefunds()
    expect(await refunds.read({ ...refund, reference: done.reference })).toMatchObject({
      kind: 'refused',
      reference: done.reference,
      reason: expect.stringContaining('expired'),
    })
    expect((await follow(refund.payment)).refunds).toMatchObject([{ reference: done.reference, state: 'failed' }])
    expect(returned(refund.payment)).toBe(0n)
  })

  test('that Stripe refuses, and one of a disputed payment, say what to do', async () => {
    const payment = await paid()
    fake.office.refundsGo('refused')
    expect(await refunds.send(aRefund(payment))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('dashboard'),
    })
    fake.office.refundsGo('usual')
    await fake.office.dispute(payment.reference ?? '', 'open')
    const second = aRefund(payment, { idempotencyKey: `${payment.transactionId}-REFUND-2` })
    expect(await refunds.send(second)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('disputed') })
  })

  test.each(['down', 'busy', 'nonsense'] as const)('is unknown while Stripe is %s', async mood => {
    const refund = aRefund(await paid())
    fake.misbehave(mood, { count: 2 })
    expect((await refunds.send(refund)).kind).toBe('unknown')
    expect((await refunds.read(refund)).kind).toBe('unknown')
    expect(returned(refund.payment)).toBe(0n)
  })

  test('of a platform refunds the fee of the platform as well', async () => {
    const refund = aRefund(await paid(connected))
    expect((await refunds.send(refund)).kind).toBe('refunded')
    expect(returned(refund.payment)).toBe(8000n)
  })

  test('by a key without that right is refused, unless it may have been carried out', async () => {
    const wrong = ownSettings({ ...fake.settings, STRIPE_SECRET_KEY: 'rk_test_reading' })
    const refund = aRefund({ ...(await paid()), settings: wrong })
    expect(await refunds.send(refund)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('rights') })
    expect((await refunds.send({ ...refund, repetition: 1 })).kind).toBe('unknown')
  })

  test.each([
    ['succeeded', 'refunded'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['failed', 'refused'],
    ['canceled', 'refused'],
    ['dancing', 'unknown'],
  ])('in the state %s is %s', (status, kind) => {
    expect(outcomeOfRefund({ id: 're_1', amount: 1, currency: 'chf', status }).kind).toBe(kind)
  })
})

describe('what comes after', () => {
  test('the fee once it is known, and refunds made elsewhere', async () => {
    const payment = await paid()
    expect(await follow(payment)).toEqual({ fee: null, refunds: [], disputes: [] })
    await fake.office.refund(payment.reference ?? '', 3000n)
    await refunds.send(aRefund(payment, { amount: minor(1000n) }))
    clock.pass(hours(1))
    const { fee, refunds: all } = await follow(payment)
    expect(fee).toBe(262n)
    expect(all.map(({ amount, state }) => [amount, state])).toEqual([
      [1000n, 'refunded'],
      [3000n, 'refunded'],
    ])
  })

  test('the fee without what the platform keeps', async () => {
    const payment = await paid(connected)
    clock.pass(hours(1))
    expect((await follow(payment)).fee).toBe(262n)
  })

  test.each(['won', 'lost'] as const)('a dispute, until it is %s', async end => {
    const payment = await paid()
    await fake.office.dispute(payment.reference ?? '', 'open')
    const dueBy = instant(Math.floor(clock.now() / 1000) * 1000 + days(7))
    expect((await follow(payment)).disputes).toMatchObject([{ amount: 8000n, state: 'open', dueBy }])
    await fake.office.dispute(payment.reference ?? '', end)
    expect((await follow(payment)).disputes).toMatchObject([{ state: end, dueBy: null }])
  })

  test.each([
    ['warning_needs_response', 'open'],
    ['warning_under_review', 'open'],
    ['warning_closed', 'won'],
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['prevented', 'won'],
    ['appeal_needs_response', 'open'],
    ['appeal_under_review', 'open'],
    ['dancing', 'open'],
  ])('a dispute that is %s is %s', (status, state) => {
    expect(disputeState(status)).toBe(state)
  })

  test.each([
    ['succeeded', 'refunded'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['dancing', 'pending'],
  ])('a refund that is %s is %s', (status, state) => {
    expect(refundState(status)).toBe(state)
  })

  test('without a reply it is not known', async () => {
    const payment = await paid()
    fake.misbehave('down', { count: 1 })
    await expect(follow(payment)).rejects.toThrow(`GET /v1/payment_intents/${String(payment.reference)}: 503`)
  })
})

describe('the books of a day', () => {
  test('have every charge, refund and dispute of it, over many pages, and no other day', async () => {
    clock.pass(days(3))
    const from = clock.now()
    const payments = []
    for (let count = 0; count < 103; count += 1) payments.push(await paid())
    const [first, second] = payments
    if (!first || !second) throw new Error('nothing was paid')
    const refund = await refunds.send(aRefund(first, { amount: minor(3000n) }))
    await fake.office.dispute(second.reference ?? '', 'won')
    clock.pass(days(1))
    await paid()
    const query = { settings, now: clock.now(), shop: 'x', signal: AbortSignal.timeout(10_000) }
    const lines = await bookings({ ...query, from, to: instant(from + days(1)) })
    const of = (kind: string) => lines.filter(line => line.kind === kind)
    const charged = of('charge').map(({ transactionId }) => transactionId)
    expect(charged).toHaveLength(103)
    expect(new Set(charged)).toEqual(new Set(payments.map(({ transactionId }) => transactionId)))
    expect(of('charge')[0]).toMatchObject({ amount: 8000n, currency: 'CHF', fee: 262n, at: from })
    expect(of('refund')).toMatchObject([
      {
        reference: refund.kind === 'refunded' ? refund.reference : '',
        transactionId: first.transactionId,
        amount: 3000n,
      },
    ])
    expect(of('dispute').map(({ amount }) => amount)).toEqual([-8000n, 8000n])
  })

  const LINE = { id: 'txn_1', type: 'charge', amount: 7400, currency: 'eur', created: 1, fee: 200, source: null }
  const source = { id: 'ch_1', object: 'charge', amount: 8000, currency: 'chf' }

  test('are stated in the currency that was paid in, the fee unknown where the account has another', () => {
    expect(bookingOf({ ...LINE, source })).toMatchObject({ amount: 8000n, currency: 'CHF', fee: null })
  })

  test('have nothing of payouts and of what is not named', () => {
    expect(bookingOf({ ...LINE, type: 'payout', source: { ...source, object: 'payout' } })).toBeUndefined()
    expect(bookingOf(LINE)).toBeUndefined()
  })

  test('state a refund that failed as taken back', () => {
    const failed = { ...LINE, type: 'refund_failure', source: { ...source, id: 're_1', object: 'refund' } }
    expect(bookingOf(failed)).toMatchObject({ kind: 'refund', amount: -8000n })
  })
})

describe('the check of the settings', () => {
  const SHOP = 'http://127.0.0.1:9'
  const check = (changes: Record<string, string> = {}, shop = SHOP) =>
    online.check({
      settings: ownSettings({ ...fake.settings, ...changes }),
      now: clock.now(),
      shop,
      signal: AbortSignal.timeout(10_000),
    })

  test('finds nothing wrong with what is right, and with what is not used', async () => {
    expect(await check()).toEqual([])
    expect(
      await online.check({ settings: ownSettings({}), now: clock.now(), shop: SHOP, signal: AbortSignal.timeout(1) }),
    ).toEqual([])
  })

  test.each([
    ['a public key of the other mode', { STRIPE_PUBLIC_KEY: 'pk_live_1' }, 'not both of live'],
    ['a key that is not accepted', { STRIPE_SECRET_KEY: 'sk_test_x' }, 'refuses STRIPE_SECRET_KEY'],
    ['no authentication', { STRIPE_ENABLE_SCA: 'false' }, 'European banks'],
    ['a platform without an account', { PLATFORM_MODE_ENABLED: 'true' }, 'STRIPE_CONNECTED_ID is missing'],
    [
      'an account that is not connected',
      { PLATFORM_MODE_ENABLED: 'true', STRIPE_CONNECTED_ID: 'acct_x' },
      'connected account',
    ],
  ])('finds %s', async (_, changes, sentence) => {
    const found = await check(changes)
    expect(found).toContainEqual(expect.stringContaining(sentence))
    expect(found.join(' ')).not.toContain('sk_test_')
  })

  test('finds what is missing', async () => {
    const settings = ownSettings({ STRIPE_SECRET_KEY: 'sk_test_foyer' })
    const found = await online.check({ settings, now: clock.now(), shop: SHOP, signal: AbortSignal.timeout(10_000) })
    expect(found).toEqual(['STRIPE_PUBLIC_KEY is missing.', 'STRIPE_WEBHOOK_PAYMENT_KEY is missing.'])
    const off = ownSettings({ STRIPE_CC_ENABLED: 'true' })
    expect(await online.check({ settings: off, now: clock.now(), shop: SHOP, signal: AbortSignal.timeout(1) })).toEqual(
      ['STRIPE_SECRET_KEY is missing.'],
    )
  })

  test('finds an endpoint that is not there, is of the other mode, or receives too little', async () => {
    expect(await check({}, 'https://tickets.example.org')).toContainEqual(expect.stringContaining('no enabled webhook'))
    const [endpoint] = fake.endpoints
    if (!endpoint) throw new Error('no endpoint')
    fake.endpoints[0] = { ...endpoint, livemode: true, enabledEvents: ['payment_intent.succeeded'] }
    expect(await check()).toEqual([
      expect.stringContaining('of the other mode'),
      expect.stringContaining('is not sent payment_intent.payment_failed'),
    ])
    fake.endpoints[0] = endpoint
  })

  test('finds an account that is not ready, and a Stripe that does not answer', async () => {
    fake.account.areChargesEnabled = false
    expect(await check()).toContainEqual(expect.stringContaining("can't take payments yet"))
    fake.account.areChargesEnabled = true
    fake.misbehave('down')
    expect(await check()).toEqual(['Stripe could not be asked (GET /v1/account: 503 api_error).'])
  })
})

test('a charge and an intent are distinguished by their ids', () => {
  expect([named('pi_1'), named('ch_1')]).toEqual([{ payment_intent: 'pi_1' }, { charge: 'ch_1' }])
})

test('nothing that was sent broke a rule of Stripe', () => {
  expect(fake.violations()).toEqual([])
  expect(fake.requests().length).toBeGreaterThan(100)
})
