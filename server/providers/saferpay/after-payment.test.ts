import { beforeEach, describe, expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import type { Payment, RefundAttempt } from '#server/providers/port/online.ts'
import { aCharge, aClock, aRefund, anAttempt, code, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { SAFERPAY_SETTINGS, baseFor } from './account.ts'
import { saferpayProvider } from './provider.ts'
import { outcomeOfFailure } from './after-payment.ts'

// Refunds, and the check of the settings, by the stand-in of Saferpay.

const clock = aClock()
const fake = await saferpayInTests({ notify: 'http://127.0.0.1:9', now: clock.now })
const provider = saferpayProvider(fake.url)
const online = onlineOf()
const { refunds } = online
const ownSettings = settingsOf(SAFERPAY_SETTINGS)
const settings = ownSettings(fake.settings)

type Own = typeof settings

function onlineOf() {
  const { online: provided } = provider
  if (!provided?.capture || !provided.list) throw new Error('asked by HTTP')
  return { ...provided, capture: provided.capture, list: provided.list }
}

beforeEach(() => {
  fake.misbehave('usual')
  fake.office.refundsGo('usual')
  fake.license.package = 'Business'
})

/** A payment of 80 francs that was taken. */
async function taken(): Promise<Payment<Own>> {
  const beginning = provider.begin(aCharge({ settings }))
  if (beginning.kind !== 'call') throw new Error(beginning.kind)
  const attempt = anAttempt({ settings, request: beginning.request })
  const page = await online.call(attempt)
  if (page.kind !== 'redirect') throw new Error(page.kind)
  const { reference } = page
  await fake.buyer(reference, 'pay')
  const reserved = await online.read({ ...attempt, reference, data: page.data, why: 'message' })
  if (reserved.kind !== 'authorized') throw new Error(reserved.kind)
  const idempotencyKey = `${attempt.transactionId}-CAPTURE-1`
  const captured = await online.capture({ ...attempt, reference, data: reserved.data, idempotencyKey })
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
  test('is reserved and captured, in parts and up to what was paid', async () => {
    const payment = await taken()
    expect((await refunds.send(partOf(payment, 3000n))).kind).toBe('refunded')
    expect((await refunds.send(partOf(payment, 5000n, 2))).kind).toBe('refunded')
    expect(await refunds.send(partOf(payment, 1n, 3))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('no such amount left'),
    })
    expect(returned(payment)).toEqual([3000n, 5000n])
  })

  test('can’t be repeated: without a reply its state is unknown, and nothing is asked', async () => {
    expect(refunds.isRepeatable).toBe(false)
    const payment = await taken()
    fake.misbehave('lost', { of: /Refund$/ })
    expect(await refunds.send(partOf(payment, 3000n))).toEqual({
      kind: 'unknown',
      reason: 'POST Transaction/Refund: no reply',
    })
    expect(returned(payment)).toEqual([])
  })

  test('whose capture has no reply is captured by the next look, once', async () => {
    for (const mood of ['lost', 'unreachable', 'down'] as const) {
      const payment = await taken()
      fake.misbehave(mood, { of: /Capture$/, count: 1 })
      const attempt = partOf(payment, 3000n)
      const sent = await refunds.send(attempt)
      if (sent.kind !== 'pending') throw new Error(sent.kind)
      const { reference, data } = sent
      const later = { ...attempt, reference, data, repetition: 1 }
      expect(await refunds.read(later)).toEqual({ kind: 'refunded', reference })
      expect(returned(payment)).toEqual([3000n])
    }
  })

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
    expect((await refunds.read(later)).kind).toBe(end)
    expect(returned(payment)).toEqual(books)
  })

  test('that the bank declines is refused, with what to do', async () => {
    const payment = await taken()
    fake.office.refundsGo('refused')
    expect(await refunds.send(partOf(payment, 3000n))).toEqual({
      kind: 'refused',
      reason:
        "The buyer's bank declined the refund. Pay it back another way. (POST Transaction/Refund: 402 TRANSACTION_DECLINED)",
    })
  })

  test('of a payment whose capture is not known is made by hand, and one that Saferpay does not know too', async () => {
    const payment = await taken()
    const reason = expect.stringContaining('back office')
    const without = { ...payment, data: { ...payment.data, capture: null } }
    expect(await refunds.send(aRefund(without))).toEqual({ kind: 'refused', reason })
    const other = { ...payment, data: { ...payment.data, capture: 'nothing' } }
    expect(await refunds.send(aRefund(other))).toMatchObject({ kind: 'refused' })
  })

  test('without a name is found by its number, or not', async () => {
    const payment = await taken()
    const attempt = partOf(payment, 3000n)
    expect((await refunds.read(attempt)).kind).toBe('unknown')
    await refunds.send(attempt)
    expect((await refunds.read(attempt)).kind).toBe('refunded')
  })

  test('that was named, and is not in the books yet, is waited for', async () => {
    const later = aRefund(await taken(), { reference: 'r1', data: { isCaptured: true } })
    expect(await refunds.read(later)).toEqual({ kind: 'pending', reference: 'r1', data: { isCaptured: true } })
  })

  test.each(['down', 'nonsense', 'unreachable', 'busy'] as const)('while Saferpay is %s is not known', async mood => {
    const payment = await taken()
    fake.misbehave(mood, { count: 1 })
    expect((await refunds.send(partOf(payment, 3000n))).kind).toBe('unknown')
    expect(returned(payment)).toEqual([])
  })

  test.each([
    ['ACTION_NOT_SUPPORTED', 'licence'],
    ['AMOUNT_INVALID', 'left'],
    ['AUTHENTICATION_FAILED', 'password'],
    ['PERMISSION_DENIED', 'rights'],
    ['NO_CONTRACT', 'contract'],
    ['NO_CREDITS_AVAILABLE', 'balance'],
    ['TRANSACTION_NOT_FOUND', 'does not know'],
    ['GENERAL_DECLINED', 'declined'],
    ['A_NAME_OF_TOMORROW', 'back office'],
    ['toString', 'back office'],
  ])('refused as %s says why', (name, word) => {
    const outcome = outcomeOfFailure({ kind: 'error', name, message: null, summary: 'x' })
    expect(outcome).toEqual({ kind: 'refused', reason: expect.stringContaining(word) })
  })

  test.each(['COMMUNICATION_TIMEOUT', 'COMMUNICATION_FAILED', 'INTERNAL_ERROR', 'UNEXPECTED_ERROR_BY_ACQUIRER'])(
    'with %s is not known',
    name => {
      const outcome = outcomeOfFailure({ kind: 'error', name, message: null, summary: 'x' })
      expect(outcome).toEqual({ kind: 'unknown', reason: 'x' })
    },
  )
})

const query = (more: Record<string, string> = {}) => ({
  settings: ownSettings({ ...fake.settings, ...more }),
  now: clock.now(),
  shop: 'https://tickets.example.org',
  signal: AbortSignal.timeout(10_000),
})

describe('the check of the settings', () => {
  const check = (more: Record<string, string> = {}) => online.check(query(more))

  test('has nothing to say when all is well, or nothing is set', async () => {
    expect(await check({ SAFERPAY_METHODS: 'VISA,TWINT,APPLEPAY' })).toEqual([])
    expect(await online.check({ ...query(), settings: ownSettings({}) })).toEqual([])
  })

  test('names what is missing', async () => {
    const own = ownSettings({ SAFERPAY_ENABLED: 'true', SAFERPAY_CUSTOMER_ID: '123456' })
    expect(await online.check({ ...query(), settings: own })).toEqual([
      'SAFERPAY_API_USERNAME is missing.',
      'SAFERPAY_API_PASSWORD is missing.',
      'SAFERPAY_TERMINAL_ID is missing.',
    ])
  })

  test.each([
    ['SAFERPAY_API_PASSWORD', 'wrong', 'refuses SAFERPAY_API_USERNAME or SAFERPAY_API_PASSWORD'],
    ['SAFERPAY_CUSTOMER_ID', '7', 'does not show terminal 17654321'],
    ['SAFERPAY_TERMINAL_ID', '12345678', 'does not show terminal 12345678'],
    ['SAFERPAY_METHODS', 'VISA,WERO,REKA', 'does not take WERO, REKA'],
  ])('finds what is wrong with %s', async (key, value, words) => {
    expect(await check({ [key]: value })).toEqual([expect.stringContaining(words)])
  })

  test('says that a smaller licence may have no refunds', async () => {
    fake.license.package = 'E-Commerce'
    expect(await check({ SAFERPAY_METHODS: 'VISA' })).toEqual([expect.stringContaining('refunds')])
  })

  test('says when Saferpay can not be asked', async () => {
    fake.misbehave('down')
    expect(await check()).toEqual(['Saferpay could not be asked (GET terminals/17654321: 503).'])
  })
})

describe('what the terminal takes', () => {
  const listFor = (currency: string) =>
    online.list({ ...query(), due: { amount: minor(8000n), currency: code(currency) }, country: null })

  test('is listed by currency, with its wallets', async () => {
    expect(await listFor('CHF')).toEqual(
      expect.arrayContaining(['VISA', 'TWINT', 'POSTFINANCEPAY', 'APPLEPAY', 'GOOGLEPAY']),
    )
    expect(await listFor('PLN')).not.toContain('TWINT')
  })

  test('is not listed while Saferpay is down', async () => {
    fake.misbehave('down')
    await expect(listFor('CHF')).rejects.toThrow('503')
  })
})

test.each([
  [null, true, 'https://www.saferpay.com/api'],
  [null, false, 'https://test.saferpay.com/api'],
  ['http://127.0.0.1:9/api', true, 'http://127.0.0.1:9/api'],
])('with the address %s, and live %s, it is asked at %s', (base, live, address) => {
  expect(baseFor(base, { live })).toBe(address)
})

test('nothing was asked that Saferpay’s texts do not allow', () => {
  expect(fake.violations()).toEqual([])
})
