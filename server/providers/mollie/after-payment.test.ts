import { beforeEach, describe, expect, test } from 'vitest'
import { after, days, hours, instant, minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { Payment, RefundAttempt } from '#server/providers/port/online.ts'
import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aClock, aPayment, aRefund, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import {
  bookingOfPayment,
  bookingOfRefund,
  bookingsOfChargeback,
  outcomeOfFailedRefund,
  outcomeOfRefund,
  refundState,
} from './after-payment.ts'
import { mollieProvider } from './provider.ts'
import { MOLLIE_SETTINGS } from './account.ts'

const ownSettings = settingsOf(MOLLIE_SETTINGS)

const clock = aClock()
const fake = await mollieInTests({ notify: 'http://127.0.0.1:9', now: clock.now })
const { online } = mollieProvider(fake.url)
if (!online?.follow || !online.bookings) throw new Error('asked by HTTP')
const { refunds, follow, bookings } = online

const settings = ownSettings(fake.settings)
const platform = ownSettings(fake.platform)
type Own = typeof settings

beforeEach(() => {
  fake.misbehave('usual')
  fake.office.refundsGo('usual')
})

/** A payment of 80 francs that was settled. */
async function paid(own = settings): Promise<Payment<Own>> {
  const payment = aPayment({ settings: own, now: clock.now(), startedAt: clock.now() })
  const kept = { mode: 'test', profileId: own === platform ? 'pfl_organiser' : null }
  const { shop, order } = payment.addresses
  const webhookUrl = `${shop}/api/payment/webhook/mollie/reservation/${payment.reservationId}`
  const outcome = await online?.call({
    ...payment,
    idempotencyKey: `${payment.transactionId}-CHARGE-1`,
    repetition: 0,
    firstSentAt: payment.now,
    request: { ...kept, method: 'creditcard', description: 'x', redirectUrl: order, webhookUrl, locale: null },
  })
  if (outcome?.kind !== 'redirect') throw new Error(JSON.stringify(outcome))
  await fake.buyer(outcome.reference, 'pay')
  return { ...payment, reference: outcome.reference, data: outcome.data }
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
    expect(await refunds.send(more)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('422 amount') })
    expect(returned(payment)).toBe(8000n)
  })

  test('of more than is left, and of what the balance lacks, is refused and says what to do', async () => {
    const payment = await paid()
    const reason = expect.stringContaining('dashboard') as string
    expect(await refunds.send(aRefund(payment, { amount: minor(8001n) }))).toMatchObject({ kind: 'refused', reason })
    fake.office.refundsGo('refused')
    const second = aRefund(payment, { idempotencyKey: `${payment.transactionId}-REFUND-2` })
    expect(await refunds.send(second)).toMatchObject({ kind: 'refused', reason })
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
    clock.pass(hours(2))
    const before = fake.requests().length
    expect((await refunds.send({ ...later(refund), repetition: 1 })).kind).toBe('refunded')
    expect(fake.requests().slice(before)).toEqual([`GET /v2/payments/${String(refund.payment.reference)}/refunds`])
    expect(returned(refund.payment)).toBe(3000n)
  })

  test('after the lifetime of its key that never arrived is sent', async () => {
    const refund = aRefund(await paid(), { amount: minor(3000n) })
    fake.misbehave('unreachable', { count: 1 })
    await refunds.send(refund)
    clock.pass(hours(2))
    expect((await refunds.read(later(refund))).kind).toBe('unknown')
    expect((await refunds.send({ ...later(refund), repetition: 1 })).kind).toBe('refunded')
    expect(returned(refund.payment)).toBe(3000n)
  })

  test('after the lifetime of its key is not sent while Mollie can not say whether it was made', async () => {
    const refund = aRefund(await paid(), { amount: minor(3000n) })
    clock.pass(hours(2))
    fake.misbehave('down', { of: /^GET/ })
    expect((await refunds.send({ ...later(refund), repetition: 1 })).kind).toBe('unknown')
    expect(returned(refund.payment)).toBe(0n)
  })

  test('of the same sum a moment later is not known, and made once Mollie lets it', async () => {
    const payment = await paid()
    await refunds.send(aRefund(payment, { amount: minor(3000n) }))
    const second = aRefund(payment, { amount: minor(3000n), idempotencyKey: `${payment.transactionId}-REFUND-2` })
    expect(await refunds.send(second)).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('409') })
    expect(returned(payment)).toBe(3000n)
    clock.pass(hours(2))
    expect((await refunds.send({ ...later(second), repetition: 1 })).kind).toBe('refunded')
    expect(returned(payment)).toBe(6000n)
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

  test.each([
    ['failed', 'another way'],
    ['canceled', 'cancelled at Mollie'],
  ] as const)('that was accepted and is %s later is reported so', async (status, words) => {
    fake.office.refundsGo('fail-later')
    const refund = aRefund(await paid())
    const pending = await refunds.send(refund)
    if (pending.kind !== 'pending') throw new Error(pending.kind)
    if (status === 'failed') await fake.office.endRefunds()
    else fake.setRefund(pending.reference, status)
    const { reference } = pending
    const reason = expect.stringContaining(words) as string
    expect(await refunds.read({ ...refund, reference })).toEqual({ kind: 'refused', reference, reason })
    expect((await follow(refund.payment)).refunds).toMatchObject([{ reference, state: 'failed' }])
    expect(returned(refund.payment)).toBe(0n)
  })

  test.each(['down', 'busy', 'nonsense'] as const)('is unknown while Mollie is %s', async mood => {
    const refund = aRefund(await paid())
    fake.misbehave(mood, { count: 3 })
    expect((await refunds.send(refund)).kind).toBe('unknown')
    expect((await refunds.read(refund)).kind).toBe('unknown')
    expect((await refunds.read({ ...refund, reference: 're_1' })).kind).toBe('unknown')
    expect(returned(refund.payment)).toBe(0n)
  })

  test('by the platform is made for the organiser', async () => {
    const refund = aRefund(await paid(platform))
    const done = await refunds.send(refund)
    if (done.kind !== 'refunded') throw new Error(done.kind)
    expect(await refunds.read({ ...refund, reference: done.reference })).toEqual(done)
    expect(await refunds.read(refund)).toEqual(done)
    expect(returned(refund.payment)).toBe(8000n)
  })

  test('by a key without that right is refused, unless it may have been carried out', async () => {
    const wrong = ownSettings({ ...fake.settings, MOLLIE_API_KEY: 'test_of_nobody' })
    const refund = aRefund({ ...(await paid()), settings: wrong })
    expect(await refunds.send(refund)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('settings') })
    expect((await refunds.send({ ...refund, repetition: 1 })).kind).toBe('unknown')
  })

  test('of a payment that Mollie has not named is an error', async () => {
    await expect(refunds.send(aRefund(aPayment({ settings })))).rejects.toThrow('has not named it')
  })

  test.each([
    ['queued', 'pending'],
    ['pending', 'pending'],
    ['processing', 'pending'],
    ['refunded', 'refunded'],
    ['failed', 'refused'],
    ['canceled', 'refused'],
    ['dancing', 'unknown'],
  ])('in the state %s is %s', (status, kind) => {
    expect(outcomeOfRefund({ id: 're_1', status }).kind).toBe(kind)
  })

  test.each([
    [{ kind: 'invalid', field: 'amount' }, 0, 'refused'],
    [{ kind: 'invalid', field: null }, 2, 'refused'],
    [{ kind: 'forbidden' }, 0, 'refused'],
    [{ kind: 'forbidden' }, 1, 'unknown'],
    [{ kind: 'missing' }, 0, 'refused'],
    [{ kind: 'missing' }, 1, 'unknown'],
    [{ kind: 'conflict' }, 0, 'unknown'],
    [{ kind: 'busy' }, 0, 'unknown'],
    [{ kind: 'silent' }, 0, 'unknown'],
  ] as const)('%o at repetition %s is %s', (failure, repetition, kind) => {
    expect(outcomeOfFailedRefund({ ...failure, summary: 'POST /x: 400' }, repetition).kind).toBe(kind)
  })
})

describe('what comes after', () => {
  test('refunds made elsewhere besides ours', async () => {
    const payment = await paid()
    expect(await follow(payment)).toEqual({ fee: null, refunds: [], disputes: [] })
    await fake.office.refund(payment.reference ?? '', 3000n)
    fake.office.refundsGo('pending')
    await refunds.send(aRefund(payment, { amount: minor(1000n) }))
    expect((await follow(payment)).refunds.map(({ amount, state }) => [amount, state])).toEqual([
      [1000n, 'pending'],
      [3000n, 'refunded'],
    ])
  })

  test('a chargeback, until it is reversed', async () => {
    for (const own of [settings, platform]) {
      const payment = await paid(own)
      await fake.office.dispute(payment.reference ?? '', 'open')
      expect((await follow(payment)).disputes).toMatchObject([{ amount: 8000n, state: 'open', dueBy: null }])
      await fake.office.dispute(payment.reference ?? '', 'won')
      expect((await follow(payment)).disputes).toMatchObject([{ state: 'won' }])
    }
  })

  test.each([
    ['queued', 'pending'],
    ['pending', 'pending'],
    ['processing', 'pending'],
    ['refunded', 'refunded'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['dancing', 'pending'],
  ])('a refund that is %s is %s', (status, state) => {
    expect(refundState(status)).toBe(state)
  })

  test('without a reply it is not known', async () => {
    const payment = await paid()
    fake.misbehave('down', { count: 1 })
    await expect(follow(payment)).rejects.toThrow(`GET /v2/payments/${String(payment.reference)}/refunds: 500`)
  })
})

describe('the books of a day', () => {
  test('have every charge, refund and chargeback of it, over many pages, and no other day', async () => {
    await paid()
    clock.pass(days(3))
    const from = clock.now()
    const payments: Payment<Own>[] = []
    for (let count = 0; count < 253; count += 1) payments.push(await paid())
    const [first, second] = payments
    if (!first || !second) throw new Error('nothing was paid')
    const refund = await refunds.send(aRefund(first, { amount: minor(3000n) }))
    await fake.office.refund(second.reference ?? '', 1000n)
    fake.office.refundsGo('fail-later')
    await fake.office.refund(second.reference ?? '', 500n)
    await fake.office.endRefunds()
    await fake.office.dispute(second.reference ?? '', 'open')
    clock.pass(days(1))
    await fake.office.dispute(second.reference ?? '', 'won')
    await paid()
    const query = { settings, now: clock.now(), shop: 'x', signal: AbortSignal.timeout(10_000) }
    const lines = await bookings({ ...query, from, to: after(from, days(1)) })
    const of = (kind: string) => lines.filter(line => line.kind === kind)
    const charged = of('charge').map(({ transactionId }) => transactionId)
    expect(charged).toHaveLength(253)
    expect(new Set(charged)).toEqual(new Set(payments.map(({ transactionId }) => transactionId)))
    expect(of('charge')[0]).toMatchObject({ amount: 8000n, currency: 'CHF', fee: null, at: from })
    expect(of('refund')).toMatchObject([
      { transactionId: second.transactionId, amount: 1000n },
      {
        reference: refund.kind === 'refunded' ? refund.reference : '',
        transactionId: first.transactionId,
        amount: 3000n,
      },
    ])
    expect(of('dispute')).toMatchObject([{ transactionId: second.transactionId, amount: 8000n, at: from }])
    const next = await bookings({ ...query, from: after(from, days(1)), to: after(from, days(2)) })
    expect(next.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', 8000n],
      ['dispute', -8000n],
    ])
  })

  test('of the platform are those of the organiser', async () => {
    clock.pass(days(3))
    await paid()
    const { transactionId } = await paid(platform)
    const query = { settings: platform, now: clock.now(), shop: 'x', signal: AbortSignal.timeout(10_000) }
    const lines = await bookings({
      ...query,
      from: after(clock.now(), -minutes(1)),
      to: after(clock.now(), minutes(1)),
    })
    expect(lines.map(line => line.transactionId)).toEqual([transactionId])
  })

  const amount = { currency: 'CHF', value: '80.00' }
  const createdAt = new Date(SOME_DAY).toISOString()

  test('contain what was begun elsewhere without a transaction', () => {
    const payment = { id: 'tr_1', mode: 'live', status: 'paid', amount, createdAt, paidAt: createdAt, metadata: 'x' }
    expect(bookingOfPayment(payment)).toMatchObject({ reference: 'tr_1', transactionId: null, at: instant(SOME_DAY) })
    expect(bookingOfRefund({ id: 're_1', status: 'pending', amount, createdAt })).toMatchObject({ transactionId: null })
  })

  test('have nothing of what was not paid, has failed, or can not be read', () => {
    expect(bookingOfPayment({ id: 'tr_1', mode: 'live', status: 'expired', amount, createdAt })).toBeUndefined()
    expect(bookingOfRefund({ id: 're_1', status: 'failed', amount, createdAt })).toBeUndefined()
    expect(bookingsOfChargeback({ id: 'chb_1', amount: { currency: 'CHF', value: 'x' }, createdAt })).toEqual([])
  })
})

describe('the check of the settings', () => {
  const SHOP = 'https://tickets.example.org'
  const check = (stated: Readonly<Record<string, string>>, shop = SHOP) => {
    const query = { now: clock.now(), shop, signal: AbortSignal.timeout(10_000) }
    return online.check({ ...query, settings: ownSettings(stated) })
  }

  test('finds nothing wrong with what is right, and with what is not used', async () => {
    expect(await check(fake.settings)).toEqual([])
    expect(await check(fake.platform)).toEqual([])
    expect(await check({})).toEqual([])
    expect(await check({ MOLLIE_API_KEY: 'test_of_nobody' })).toEqual([])
  })

  test.each([
    ['no key', { MOLLIE_CC_ENABLED: 'true' }, 'MOLLIE_API_KEY is missing'],
    ['a key that is not accepted', { ...fake.settings, MOLLIE_API_KEY: 'test_secret' }, 'refuses MOLLIE_API_KEY'],
    ['a key of something else', { ...fake.settings, MOLLIE_API_KEY: 'access_secret' }, 'neither live_ nor test_'],
    [
      'a platform with keys only',
      { ...fake.settings, PLATFORM_MODE_ENABLED: 'true' },
      'MOLLIE_CONNECT_CLIENT_ID is missing',
    ],
    [
      'an app that is not accepted',
      { ...fake.platform, MOLLIE_CONNECT_CLIENT_SECRET: 'test_secret' },
      'refuses the app',
    ],
    [
      'a profile of another account',
      { ...fake.platform, MOLLIE_CONNECT_PROFILE_ID: 'pfl_other' },
      'could not be asked',
    ],
  ])('finds %s', async (_, stated, sentence) => {
    const found = await check(stated)
    expect(found).toContainEqual(expect.stringContaining(sentence))
    expect(found.join(' ')).not.toMatch(/test_secret|access_secret/)
  })

  test.each(['http://localhost:8080', 'http://127.0.0.1:80', 'https://192.168.1.2'])(
    'finds that %s is not public',
    async shop => {
      expect(await check(fake.settings, shop)).toEqual([expect.stringContaining(shop)])
    },
  )

  test('finds a profile that is not ready, and one without methods', async () => {
    fake.profile.status = 'unverified'
    expect(await check(fake.settings)).toEqual([])
    const live = { ...fake.settings, MOLLIE_API_KEY: 'live_FoyerFoyerFoyerFoyerFoyerFoyer' }
    expect(await check(live)).toEqual([expect.stringContaining('unverified')])
    fake.profile.status = 'verified'
    const methods = [...fake.profile.methods]
    fake.profile.methods.clear()
    fake.profile.methods.add('eps')
    expect(await check(fake.settings)).toEqual([expect.stringContaining('No method')])
    for (const method of methods) fake.profile.methods.add(method)
  })

  test('says that Mollie could not be asked', async () => {
    fake.misbehave('down')
    expect(await check(fake.settings)).toEqual([expect.stringContaining('could not be asked')])
    fake.misbehave('down', { of: /methods/ })
    expect(await check(fake.settings)).toEqual([expect.stringContaining('could not be asked')])
  })
})

test('nothing that was sent broke a rule of Mollie, but where a test says so', () => {
  const planned = ['profileId is not one of this account']
  expect(fake.violations().filter(text => !planned.some(part => text.includes(part)))).toEqual([])
})
