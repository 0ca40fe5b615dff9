import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { PaymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import type { Attempt, CallOutcome, CheckReason } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { aCharge, aClock, anAttempt, code, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import type { Mood } from '#tests/fakes/provider-fake.ts'
import { saferpayProvider } from './provider.ts'
import { SAFERPAY_SETTINGS } from './account.ts'

// The adapter against the stand-in of Saferpay, over HTTP.

const clock = aClock()
const fake = await saferpayInTests({ notify: 'http://127.0.0.1:9', now: clock.now })
const provider = saferpayProvider(fake.url)
const online = onlineOf()
const ownSettings = settingsOf(SAFERPAY_SETTINGS)
const settings = ownSettings(fake.settings)

type Own = typeof settings

function onlineOf() {
  const { online: own } = provider
  if (!own?.capture) throw new Error('called by HTTP, and takes what is reserved')
  return { ...own, capture: own.capture }
}

beforeEach(() => fake.misbehave('usual'))

function attemptOf(more: Partial<Attempt<Own>> = {}, method: PaymentMethod = 'CREDIT_CARD'): Attempt<Own> {
  const own = more.settings ?? settings
  const due = { amount: more.amount ?? minor(8000n), currency: more.currency ?? code('CHF') }
  const beginning = provider.begin(aCharge({ settings: own, due, method }))
  if (beginning.kind !== 'call') throw new Error(beginning.kind)
  return anAttempt({ settings: own, now: clock.now(), startedAt: clock.now(), request: beginning.request, ...more })
}

/** A payment as the shop keeps it: what an outcome brings is known from then on. */
async function start(more: Partial<Attempt<Own>> = {}, method?: PaymentMethod) {
  const attempt = attemptOf(more, method)
  const first = await online.call(attempt)
  if (first.kind !== 'redirect') throw new Error(JSON.stringify(first))
  const { reference } = first
  let { data }: { data: ProviderData } = first
  const keep = <Outcome extends object>(outcome: Outcome): Outcome => {
    if ('data' in outcome) data = outcome.data as ProviderData
    return outcome
  }
  const payment = () => ({ ...attempt, reference, data, now: clock.now(), signal: AbortSignal.timeout(10_000) })
  const step = (name: string, request: ProviderData = {}, repetition = 0) => ({
    ...payment(),
    idempotencyKey: `${attempt.transactionId}-${name}-1`,
    request,
    repetition,
  })
  return {
    attempt,
    reference,
    first,
    payment,
    kept: () => data,
    read: async (why: CheckReason = 'message') => keep(await online.read({ ...payment(), why })),
    capture: async (repetition = 0) => keep(await online.capture(step('CAPTURE', {}, repetition))),
    cancel: async (request: ProviderData = {}) => online.cancel(step('CANCEL', request)),
  }
}

const paid = async (more: Partial<Attempt<Own>> = {}, method?: PaymentMethod) => {
  const payment = await start(more, method)
  await fake.buyer(payment.reference, 'pay')
  return payment
}

const booked = ({ transactionId }: Attempt<Own>) => fake.books().filter(line => line.transactionId === transactionId)
const calls = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const before = fake.requests().length
  await work()
  return fake.requests().slice(before)
}

const ASSERT = 'POST /Payment/v1/PaymentPage/Assert'
const INQUIRE = 'POST /Payment/v1/Transaction/Inquire'
const CAPTURE = 'POST /Payment/v1/Transaction/Capture'

describe('a payment', () => {
  test('leads to the page until that expires, is reserved there, and then taken', async () => {
    const { first, reference, read, capture, attempt, kept } = await start()
    expect(first).toMatchObject({ url: fake.page(reference), until: clock.now() + hours(1), meanwhile: 'elsewhere' })
    await fake.buyer(reference, 'pay')
    const sum = { amount: 8000n, currency: 'CHF', gatewayPaymentId: `11111111-${attempt.transactionId}` }
    expect(await read()).toMatchObject({ kind: 'authorized', reference, received: sum })
    expect(booked(attempt)).toEqual([])
    expect(await capture()).toMatchObject({ kind: 'settled', received: sum })
    expect(booked(attempt)).toMatchObject([{ kind: 'charge', amount: 8000n, currency: 'CHF' }])
    expect(kept()).toMatchObject({ capture: expect.stringContaining('_c'), live: false, customer: '123456' })
    expect(kept()).not.toHaveProperty('url')
  })

  test.each([
    ['JPY', 500n],
    ['BHD', 12_345n],
    ['EUR', 1n],
  ])('of %s %s comes in as exactly that', async (currency, amount) => {
    const { read, capture, attempt } = await paid({ currency: code(currency), amount: minor(amount) })
    expect(await read()).toMatchObject({ received: { amount, currency } })
    expect((await capture()).kind).toBe('settled')
    expect(booked(attempt)).toMatchObject([{ amount, currency }])
  })

  test('by a bank is settled at once', async () => {
    const own = ownSettings({ ...fake.settings, SAFERPAY_METHODS: 'IDEAL' })
    const due = { amount: minor(8000n), currency: code('EUR') }
    const { read } = await paid({ settings: own, ...due }, 'IDEAL')
    expect(await read()).toMatchObject({ kind: 'settled', data: { capture: expect.stringContaining('_c') } })
  })

  test.each([
    ['decline', 'foyer.payment.refused'],
    ['decline-funds', 'foyer.payment.refused'],
    ['decline-stolen', 'foyer.payment.refused'],
  ] as const)('after %s is over', async (act, refusal) => {
    const { reference, read } = await start()
    await fake.buyer(reference, act)
    expect(await read()).toMatchObject({ kind: 'refused', code: refusal, isOver: true, message: expect.any(String) })
  })

  test('that the buyer has not confirmed with the bank is over, and worded by us', async () => {
    const { reference, read } = await start()
    await fake.buyer(reference, 'authenticate-and-fail')
    expect(await read()).toEqual({ kind: 'refused', code: 'foyer.payment.not-confirmed', isOver: true })
  })

  test('that the buyer leaves, or Saferpay ends, is over', async () => {
    const [left, ended, reserved] = [await start(), await start(), await paid()]
    await fake.buyer(left.reference, 'cancel')
    await fake.office.cancel(ended.reference)
    await fake.office.cancel(reserved.reference)
    for (const { read } of [left, ended, reserved]) expect(await read('return')).toEqual({ kind: 'cancelled' })
  })

  test('that is worked on is waited for, and comes to either end', async () => {
    const [good, bad] = [await start(), await start()]
    for (const { reference, read } of [good, bad]) {
      await fake.buyer(reference, 'pay-later')
      expect((await read('return')).kind).toBe('waiting')
      expect((await read('buyer')).kind).toBe('waiting')
    }
    await fake.office.settle(good.reference)
    await fake.office.fail(bad.reference)
    expect((await good.read()).kind).toBe('authorized')
    expect((await bad.read()).kind).toBe('refused')
  })

  test.each([
    ['mode', { kind: 'mismatch' }],
    // The caller, which knows the sum due, compares it.
    ['amount', { kind: 'authorized', received: { amount: 7999n, currency: 'CHF' } }],
    ['currency', { kind: 'authorized', received: { amount: 8000n, currency: 'EUR' } }],
  ] as const)('with another %s is reported as that', async (what, outcome) => {
    const { reference, read } = await paid()
    fake.office.falsify(reference, what)
    expect(await read()).toMatchObject(outcome)
  })

  test('stays with its customer and mode, whatever the settings say later', async () => {
    const { payment } = await paid()
    const changed = ownSettings({ ...fake.settings, SAFERPAY_CUSTOMER_ID: '999', SAFERPAY_LIVE_MODE: 'true' })
    expect(await online.read({ ...payment(), settings: changed, why: 'message' })).toMatchObject({ kind: 'authorized' })
  })
})

describe('Saferpay is not asked', () => {
  test.each(['timer', 'buyer'] as const)('by %s: what is known is returned', async why => {
    const { first, reference, read, kept } = await start()
    expect(await calls(async () => expect(await read(why)).toEqual(first))).toEqual([])
    await fake.buyer(reference, 'pay')
    expect(await calls(() => read(why))).toEqual([])
    clock.pass(hours(2))
    expect(await calls(async () => expect(await read(why)).toEqual({ kind: 'waiting', data: kept() }))).toEqual([])
  })

  test('at the end of an order while the page can still be opened', async () => {
    const { read, cancel } = await start()
    expect(await calls(async () => expect((await read('end')).kind).toBe('redirect'))).toEqual([])
    expect(await calls(async () => expect((await cancel()).kind).toBe('not-now'))).toEqual([])
  })

  test('more than every three hours about what is still worked on at the end', async () => {
    const { reference, read } = await start()
    await fake.buyer(reference, 'pay-later')
    clock.pass(hours(2))
    expect(await calls(() => read('end'))).toEqual([ASSERT])
    clock.pass(hours(2))
    expect(await calls(() => read('end'))).toEqual([])
    clock.pass(hours(1))
    expect(await calls(() => read('end'))).toEqual([ASSERT])
  })
})

describe('a page that no buyer has opened', () => {
  test('can be until it expires; then its payment is over', async () => {
    const { read, first } = await start()
    expect(await read('message')).toMatchObject({ kind: 'redirect', until: first.until })
    clock.pass(hours(1))
    expect(await read('end')).toEqual({ kind: 'cancelled' })
  })

  test('and that is not wanted any more is released once it has expired', async () => {
    const { cancel } = await start()
    expect(await cancel()).toEqual({ kind: 'not-now', reason: expect.any(String) })
    clock.pass(hours(1))
    expect(await cancel()).toEqual({ kind: 'cancelled' })
  })
})

describe('an error', () => {
  test('TRANSACTION_IN_WRONG_STATE is waited for, past the end of the page', async () => {
    const { reference, read } = await start()
    fake.errs(reference, 'TRANSACTION_IN_WRONG_STATE')
    expect((await read('return')).kind).toBe('waiting')
    clock.pass(hours(12))
    expect((await read('end')).kind).toBe('waiting')
  })

  test.each(['TOKEN_EXPIRED', 'TOKEN_INVALID'])('%s is read by the order number, once', async name => {
    const [empty, full] = [await start(), await paid()]
    fake.errs(empty.reference, name)
    fake.errs(full.reference, name)
    const requests = await calls(async () => expect(await empty.read('end')).toMatchObject({ kind: 'redirect' }))
    expect(requests).toEqual([])
    expect(await calls(async () => expect(await empty.read()).toEqual({ kind: 'cancelled' }))).toEqual([
      ASSERT,
      INQUIRE,
    ])
    expect(await full.read()).toMatchObject({ kind: 'authorized' })
  })

  test('COMMUNICATION_TIMEOUT says nothing, and is read at the end', async () => {
    const { reference, read } = await start()
    fake.errs(reference, 'COMMUNICATION_TIMEOUT')
    expect(await calls(async () => expect((await read('return')).kind).toBe('unknown'))).toEqual([ASSERT])
    clock.pass(hours(2))
    expect(await calls(async () => expect((await read('end')).kind).toBe('unknown'))).toEqual([ASSERT, INQUIRE])
  })

  test.each(['INTERNAL_ERROR', 'COMMUNICATION_FAILED', 'A_NAME_OF_TOMORROW', 'AUTHENTICATION_FAILED'])(
    '%s says nothing',
    async name => {
      const { reference, read } = await start()
      fake.errs(reference, name)
      expect(await read()).toEqual({ kind: 'unknown', reason: `POST PaymentPage/Assert: 402 ${name}` })
    },
  )

  test('a day after its beginning the token is gone: nothing was paid', async () => {
    const { read } = await start()
    clock.pass(hours(25))
    expect(await calls(async () => expect(await read('end')).toEqual({ kind: 'cancelled' }))).toEqual([ASSERT, INQUIRE])
  })
})

const MOODS: readonly Mood[] = ['down', 'nonsense', 'unreachable', 'lost', 'busy']

describe.each(MOODS)('while Saferpay is %s', mood => {
  const once = () => fake.misbehave(mood, { count: 1 })

  test('a payment is not begun, and begun by the next sending', async () => {
    const attempt = attemptOf()
    once()
    expect((await online.call(attempt)).kind).toBe(mood === 'busy' ? 'unreached' : 'unknown')
    expect((await online.call({ ...attempt, repetition: 1 })).kind).toBe('redirect')
  })

  test('nothing is known of a payment', async () => {
    const { read } = await paid()
    once()
    expect((await read()).kind).toBe('unknown')
    expect((await read()).kind).toBe('authorized')
  })

  test('money is taken once', async () => {
    const { read, capture, attempt } = await paid()
    await read()
    once()
    expect((await capture()).kind).toBe('unknown')
    expect(await capture(1)).toMatchObject({ kind: 'settled', data: { capture: expect.stringContaining('_c') } })
    expect(booked(attempt)).toHaveLength(1)
  })

  test('money is released once', async () => {
    const { read, cancel, attempt } = await paid()
    await read()
    once()
    expect((await cancel()).kind).toBe('unknown')
    expect(await cancel()).toEqual({ kind: 'cancelled' })
    expect(booked(attempt)).toEqual([])
  })
})

describe('what is reserved', () => {
  test('is released; then it can’t be taken', async () => {
    const { read, cancel, capture, attempt } = await paid()
    await read()
    expect(await cancel()).toEqual({ kind: 'cancelled' })
    expect(await capture()).toEqual({ kind: 'cancelled' })
    expect(booked(attempt)).toEqual([])
  })

  test('is released by its id where nothing else is known', async () => {
    const { read, cancel, kept } = await paid()
    await read()
    const id = String(kept()['transaction'])
    const other = await start()
    expect(await other.cancel({ authorization: id })).toEqual({ kind: 'cancelled' })
    expect(await cancel()).toEqual({ kind: 'cancelled' })
  })

  test('and was never notified is found and released when the payment is not wanted', async () => {
    const { cancel, attempt } = await paid()
    clock.pass(hours(1))
    expect(await cancel()).toEqual({ kind: 'cancelled' })
    expect(booked(attempt)).toEqual([])
  })

  test('can’t be released once it was taken: it has to be refunded', async () => {
    const { read, cancel, capture } = await paid()
    await read()
    await capture()
    expect(await cancel({ authorization: 'none' })).toMatchObject({ kind: 'not-now' })
  })

  test('is taken at once, without being asserted in between', async () => {
    const { read, capture } = await paid()
    await read()
    expect(await calls(() => capture())).toEqual([CAPTURE])
    expect(await calls(() => capture(1))).toEqual([CAPTURE, ASSERT])
  })

  test('and was taken elsewhere is found out at the end', async () => {
    const { read, attempt, payment, kept } = await paid()
    await read()
    const reserved = kept()
    await online.capture({ ...anAttempt(payment()), idempotencyKey: `${attempt.transactionId}-CAPTURE-9` })
    clock.pass(minutes(2))
    expect(await online.read({ ...payment(), data: reserved, why: 'end' })).toMatchObject({ kind: 'settled' })
  })

  test('and that Saferpay does not know any more is for a person', async () => {
    const { read, payment } = await paid()
    await read()
    const idempotencyKey = `${payment().transactionId}-CAPTURE-1`
    const attempt = { ...anAttempt(payment()), idempotencyKey, request: { authorization: 'nothing' } }
    expect(await online.capture(attempt)).toMatchObject({ kind: 'mismatch' })
  })
})

describe('what Saferpay refuses at the beginning', () => {
  const callWith = async (more: Record<string, string>): Promise<CallOutcome> =>
    online.call(attemptOf({ settings: ownSettings({ ...fake.settings, ...more }) }))

  test.each([
    ['another password', { SAFERPAY_API_PASSWORD: 'wrong' }],
    ['another customer', { SAFERPAY_CUSTOMER_ID: '7' }],
    ['another terminal', { SAFERPAY_TERMINAL_ID: '12345678' }],
  ])('because of %s has not happened', async (_, more) => {
    expect(await callWith(more)).toEqual({ kind: 'refused', code: 'foyer.payment.later', isOver: true })
  })

  test('because of the currency has not happened', async () => {
    const attempt = attemptOf({ currency: code('NOK') })
    expect(await online.call(attempt)).toEqual({ kind: 'refused', code: 'foyer.payment.later', isOver: true })
  })
})

test('a repeated request is the same but for its count', async () => {
  const attempt = attemptOf()
  for (const repetition of [0, 1, 12]) expect((await online.call({ ...attempt, repetition })).kind).toBe('redirect')
  expect(fake.violations()).toEqual([])
})

test('an error has no secret in it', async () => {
  const wrong = ownSettings({ ...fake.settings, SAFERPAY_API_PASSWORD: 'a-secret-of-mine' })
  const { payment } = await start()
  const outcome = await online.read({ ...payment(), settings: wrong, why: 'message' })
  expect(outcome).toEqual({ kind: 'unknown', reason: 'POST PaymentPage/Assert: 401 AUTHENTICATION_FAILED' })
})

test('nothing was asked that Saferpay’s texts do not allow', () => {
  expect(fake.violations()).toEqual([])
})
