import { beforeEach, describe, expect, test } from 'vitest'
import { days } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { Payment, RefundAttempt } from '#server/providers/port/online.ts'
import { aPayPalCharge } from '#tests/fakes/paypal/a-charge.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { aClock, aRefund, anAttempt, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { disputeState, outcomeOfFailure, refundState } from './after-payment.ts'
import { paypalProvider } from './provider.ts'
import { PAYPAL_SETTINGS } from './account.ts'
import { SUBSCRIBED, WEBHOOK_PATH } from './webhooks.ts'

// Refunds, disputes, and the check of the settings, by the stand-in of PayPal.

const clock = aClock()
const fake = await paypalInTests({ notify: 'http://127.0.0.1:9', now: clock.now })
const provider = paypalProvider(fake.url)
const online = onlineOf()
const { refunds } = online
const ownSettings = settingsOf(PAYPAL_SETTINGS)
const settings = ownSettings(fake.settings)
const SHOP = 'https://tickets.example.org'

type Own = typeof settings

function onlineOf() {
  const { online: provided } = provider
  if (!provided?.follow) throw new Error('asked by HTTP')
  return { ...provided, follow: provided.follow }
}

beforeEach(() => {
  fake.misbehave('usual')
  fake.office.refundsGo('usual')
  fake.showDisputes(true)
  Object.assign(fake.webhook, { events: ['*'], url: `${SHOP}${WEBHOOK_PATH}` })
})

/** A payment of 80 francs that was taken. */
async function taken(): Promise<Payment<Own> & { readonly reference: string }> {
  const beginning = provider.begin(aPayPalCharge({ settings }))
  if (beginning.kind !== 'call') throw new Error(beginning.kind)
  const attempt = anAttempt({ settings, request: beginning.request, now: clock.now() })
  const page = await online.call(attempt)
  if (page.kind !== 'redirect') throw new Error(page.kind)
  const { reference } = page
  await fake.buyer(reference, 'pay')
  const idempotencyKey = `${attempt.transactionId}-CHARGE-2`
  const request = { step: 'capture' }
  const captured = await online.call({ ...attempt, reference, data: page.data, request, idempotencyKey })
  if (captured.kind !== 'settled') throw new Error(captured.kind)
  return { ...attempt, reference, data: captured.data }
}

const returned = ({ transactionId }: Payment<Own>) =>
  fake
    .books()
    .filter(line => line.transactionId === transactionId && line.kind === 'refund')
    .map(({ amount }) => amount)

const partOf = (payment: Payment<Own>, amount: bigint, number = 1): RefundAttempt<Own> =>
  aRefund(payment, { amount: minor(amount), idempotencyKey: `${payment.transactionId}-REFUND-${String(number)}` })

describe('a refund', () => {
  test('is made in parts, up to what was paid', async () => {
    const payment = await taken()
    expect((await refunds.send(partOf(payment, 3000n))).kind).toBe('refunded')
    expect((await refunds.send(partOf(payment, 5000n, 2))).kind).toBe('refunded')
    const reason = expect.stringContaining('no such amount left')
    expect(await refunds.send(partOf(payment, 1n, 3))).toEqual({ kind: 'refused', reason })
    expect(returned(payment)).toEqual([3000n, 5000n])
  })

  test.each(['lost', 'down', 'unreachable', 'nonsense', 'busy'] as const)(
    'whose reply is %s is not known, and sent again it is made once',
    async mood => {
      expect(refunds.isRepeatable).toBe(true)
      const payment = await taken()
      fake.misbehave(mood, { of: /refund$/ })
      expect((await refunds.send(partOf(payment, 3000n))).kind).toBe('unknown')
      fake.misbehave('usual')
      expect((await refunds.send(partOf(payment, 3000n))).kind).toBe('refunded')
      expect((await refunds.read(partOf(payment, 3000n))).kind).toBe('refunded')
      expect(returned(payment)).toEqual([3000n])
    },
  )

  test.each([
    ['pending', 'refunded', [3000n]],
    ['fail-later', 'refused', []],
  ] as const)('that goes %s is %s in the end', async (how, end, books) => {
    const payment = await taken()
    fake.office.refundsGo(how)
    const attempt = partOf(payment, 3000n)
    const sent = await refunds.send(attempt)
    if (sent.kind !== 'pending') throw new Error(sent.kind)
    const later = { ...attempt, reference: sent.reference, data: sent.data }
    expect(await refunds.read(later)).toMatchObject({ kind: 'pending', reference: sent.reference })
    await fake.office.endRefunds()
    expect(await refunds.read(later)).toMatchObject({ kind: end, reference: sent.reference })
    expect(returned(payment)).toEqual(books)
  })

  test('that PayPal refuses says what to do, and so does one that is too late, or of a payment without its capture', async () => {
    const payment = await taken()
    fake.office.refundsGo('refused')
    const refused = (word: string) => ({ kind: 'refused', reason: expect.stringContaining(word) })
    expect(await refunds.send(partOf(payment, 3000n))).toEqual(refused('balance'))
    const without = { ...payment, data: { ...payment.data, capture: null } }
    expect(await refunds.send(aRefund(without))).toEqual(refused('not known by what'))
    const old = await taken()
    clock.pass(days(181))
    expect(await refunds.send(partOf({ ...old, now: clock.now() }, 3000n))).toEqual(refused('too old'))
  })

  test.each([
    ['CAPTURE_FULLY_REFUNDED', 422, 'left'],
    ['REFUND_AMOUNT_EXCEEDED', 422, 'left'],
    ['REFUND_AMOUNT_TOO_LOW', 422, 'smallest'],
    ['MAX_NUMBER_OF_REFUNDS_EXCEEDED', 422, 'no more parts'],
    ['PARTIAL_REFUND_NOT_ALLOWED', 422, 'whole'],
    ['PENDING_CAPTURE', 422, 'not taken'],
    ['REFUND_FAILED_INSUFFICIENT_FUNDS', 422, 'balance'],
    ['TRANSACTION_DISPUTED', 422, 'disputes'],
    ['REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK', 422, 'bank'],
    ['REFUND_TIME_LIMIT_EXCEEDED', 422, 'too old'],
    ['REFUND_NOT_ALLOWED', 422, 'no refund'],
    ['PERMISSION_DENIED', 403, 'permissions'],
    ['NOT_AUTHORIZED', 403, 'permissions'],
    ['PAYEE_ACCOUNT_RESTRICTED', 422, 'restricted'],
    ['RESOURCE_NOT_FOUND', 404, 'does not know'],
    ['AN_ISSUE_OF_TOMORROW', 422, 'your account'],
    ['toString', 422, 'your account'],
  ])('refused as %s says why', (issue, status, word) => {
    const outcome = outcomeOfFailure({ kind: 'error', status, issue, summary: 'x' })
    expect(outcome).toEqual({ kind: 'refused', reason: expect.stringContaining(word) })
  })

  test('that PayPal may have made is searched for once PayPal has dropped its key', async () => {
    const payment = await taken()
    const [first, second] = [partOf(payment, 3000n), partOf(payment, 1000n, 2)]
    fake.misbehave('lost', { count: 1, of: /refund$/ })
    expect((await refunds.send(first)).kind).toBe('unknown')
    clock.pass(days(46))
    const later = { payment: { ...payment, now: clock.now() }, repetition: 1 }
    fake.misbehave('down', { of: /^GET/ })
    expect((await refunds.send({ ...first, ...later })).kind).toBe('unknown')
    fake.misbehave('usual')
    expect((await refunds.send({ ...first, ...later })).kind).toBe('refunded')
    expect((await refunds.send({ ...second, ...later })).kind).toBe('refunded')
    expect(returned(payment)).toEqual([3000n, 1000n])
  })

  test.each([403, 404])('that was sent before is not refused by %s', status => {
    const failure = { kind: 'error', status, issue: 'X', summary: 'x' } as const
    expect(outcomeOfFailure(failure, 1)).toEqual({ kind: 'unknown', reason: 'x' })
    expect(outcomeOfFailure(failure, 0).kind).toBe('refused')
  })

  test('is not refused by a wrong secret', () => {
    const failure = { kind: 'error', status: 401, issue: 'invalid_client', summary: 'x' } as const
    expect(outcomeOfFailure(failure)).toEqual({ kind: 'unknown', reason: 'x' })
  })

  test.each([
    ['COMPLETED', 'refunded'],
    ['PENDING', 'pending'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'failed'],
    ['toString', 'pending'],
  ])('that is %s is %s', (status, state) => {
    expect(refundState(status)).toBe(state)
  })
})

describe('what comes after a payment', () => {
  test('is its fee, and refunds that were made in the account too', async () => {
    const payment = await taken()
    expect(await online.follow(payment)).toEqual({ fee: 100n, refunds: [], disputes: [] })
    await refunds.send(partOf(payment, 3000n))
    await fake.office.refund(payment.reference, 100n)
    fake.office.refundsGo('fail-later')
    await fake.office.refund(payment.reference, 200n)
    const of = async () => (await online.follow(payment)).refunds.map(({ amount, state }) => [amount, state])
    const done = [3000n, 100n].map(amount => [amount, 'refunded'])
    expect(await of()).toEqual([...done, [200n, 'pending']])
    await fake.office.endRefunds()
    expect(await of()).toEqual([...done, [200n, 'failed']])
  })

  test('is a dispute, and how it ends', async () => {
    const payment = await taken()
    await fake.office.dispute(payment.reference, 'open')
    const disputes = async () => (await online.follow(payment)).disputes
    const [open] = await disputes()
    expect(open).toMatchObject({ amount: 8000n, state: 'open', dueBy: clock.now() + days(10) })
    await fake.office.dispute(payment.reference, 'lost')
    expect(await disputes()).toEqual([{ ...open, state: 'lost', dueBy: null }])
  })

  test('is known without disputes where the app may not see them, and not known while PayPal is down', async () => {
    const payment = await taken()
    await fake.office.dispute(payment.reference, 'open')
    fake.showDisputes(false)
    expect(await online.follow(payment)).toMatchObject({ fee: 100n, disputes: [] })
    fake.misbehave('down')
    await expect(online.follow(payment)).rejects.toThrow('503')
  })

  test.each([
    ['RESOLVED', 'RESOLVED_SELLER_FAVOUR', 'won'],
    ['RESOLVED', 'RESOLVED_WITH_PAYOUT', 'won'],
    ['RESOLVED', 'CANCELED_BY_BUYER', 'won'],
    ['RESOLVED', 'DENIED', 'won'],
    ['RESOLVED', 'RESOLVED_BUYER_FAVOUR', 'lost'],
    ['RESOLVED', 'ACCEPTED', 'lost'],
    ['RESOLVED', 'AN_OUTCOME_OF_TOMORROW', 'open'],
    ['UNDER_REVIEW', 'RESOLVED_BUYER_FAVOUR', 'open'],
    ['OPEN', undefined, 'open'],
  ])('a dispute that is %s, %s, is %s', (status, code, state) => {
    const outcome = code === undefined ? {} : { dispute_outcome: { outcome_code: code } }
    expect(disputeState({ dispute_id: 'd', status, ...outcome })).toBe(state)
  })
})

describe('the check of the settings', () => {
  const query = (own = settings) => ({
    settings: own,
    now: clock.now(),
    shop: SHOP,
    signal: AbortSignal.timeout(10_000),
  })
  const check = (more: Record<string, string> = {}) => online.check(query(ownSettings({ ...fake.settings, ...more })))

  test('has nothing to say when all is well, or nothing is set', async () => {
    expect(await check()).toEqual([])
    fake.webhook.events = SUBSCRIBED
    expect(await check()).toEqual([])
    expect(await online.check(query(ownSettings({})))).toEqual([])
  })

  test('names what is missing', async () => {
    expect(await online.check(query(ownSettings({ PAYPAL_ENABLED: 'true' })))).toEqual([
      'PAYPAL_CLIENT_ID is missing.',
      'PAYPAL_CLIENT_SECRET is missing.',
    ])
    const { PAYPAL_WEBHOOK_ID: _, ...without } = fake.settings
    expect(await online.check(query(ownSettings(without)))).toEqual([expect.stringContaining('PAYPAL_WEBHOOK_ID')])
  })

  test.each([
    ['PAYPAL_CLIENT_SECRET', 'wrong', 'refuses PAYPAL_CLIENT_ID or PAYPAL_CLIENT_SECRET'],
    ['PAYPAL_WEBHOOK_ID', 'wrong', 'no webhook of this PAYPAL_WEBHOOK_ID'],
  ])('finds what is wrong with %s', async (key, value, words) => {
    expect(await check({ [key]: value })).toEqual([expect.stringContaining(words)])
  })

  test('finds a webhook for another address, and one that receives too little', async () => {
    Object.assign(fake.webhook, { events: SUBSCRIBED.slice(1), url: 'https://old.example.org/' })
    expect(await check()).toEqual([
      expect.stringContaining(`${SHOP}${WEBHOOK_PATH}`),
      expect.stringContaining('CHECKOUT.ORDER.APPROVED'),
    ])
  })

  test('says when PayPal can not be asked', async () => {
    fake.misbehave('down')
    expect(await check()).toEqual(['PayPal could not be asked (GET /v1/notifications/webhooks: 503).'])
  })
})

test('nothing was asked that PayPal’s texts do not allow', () => {
  expect(fake.violations()).toEqual([])
})
