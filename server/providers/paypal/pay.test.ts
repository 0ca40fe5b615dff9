import { beforeEach, describe, expect, test } from 'vitest'
import { after, hours, minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { Attempt, CallOutcome, CheckReason } from '#server/providers/port/online.ts'
import { aPayPalCharge, aReservation } from '#tests/fakes/paypal/a-charge.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { aClock, anAttempt, code, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { PAYPAL_SETTINGS, baseFor } from './account.ts'
import { paypalProvider } from './provider.ts'

// The life of a payment, by the stand-in of PayPal.

const clock = aClock()
const fake = await paypalInTests({ notify: 'http://127.0.0.1:9', now: clock.now, slowMs: 1 })
const provider = paypalProvider(fake.url)
const ownSettings = settingsOf(PAYPAL_SETTINGS)
const settings = ownSettings(fake.settings)
const online = onlineOf()

type Own = typeof settings

function onlineOf() {
  if (!provider.online) throw new Error('asked by HTTP')
  return provider.online
}

beforeEach(() => fake.misbehave('usual'))

const CREATE = { of: /orders$/ }
const TAKE = { of: /capture$/ }
const READS = { of: /^GET/ }

/** A payment that was begun; `pay` is Pay once more, `number` the attempt's. */
async function startPayment(more: Partial<Attempt<Own>> = {}) {
  const due = { amount: more.amount ?? minor(8000n), currency: more.currency ?? code('CHF') }
  const beginning = provider.begin(aPayPalCharge({ settings: more.settings ?? settings, due }))
  if (beginning.kind !== 'call') throw new Error(beginning.kind)
  const attempt = anAttempt({ settings, ...due, now: clock.now(), request: beginning.request, ...more })
  const first = await online.call(attempt)
  if (first.kind !== 'redirect') throw new Error(JSON.stringify(first))
  const { reference } = first
  let data: ProviderData = first.data
  const keep = (outcome: CallOutcome): CallOutcome => {
    if ('data' in outcome && outcome.data) ({ data } = outcome)
    return outcome
  }
  const now = () => ({ ...attempt, reference, data, now: clock.now() })
  const agreed = () => (data = { ...data, isApproved: true, isDeclined: false })
  const send = async (changes: Partial<Attempt<Own>> = {}) =>
    keep(
      await online.call({
        ...now(),
        request: { step: 'capture' },
        idempotencyKey: `${attempt.transactionId}-CHARGE-2`,
        firstSentAt: clock.now(),
        ...changes,
      }),
    )
  return {
    attempt,
    first,
    reference,
    stateNow: () => data,
    agree: async (act: Parameters<typeof fake.buyer>[1] = 'pay') => {
      await fake.buyer(reference, act)
      agreed()
    },
    pay: send,
    read: async (why: CheckReason = 'message', changes: Partial<Attempt<Own>> = {}) =>
      keep(await online.read({ ...now(), ...changes, why })),
    cancel: () => online.cancel(now()),
    again: () => provider.begin(aPayPalCharge({ settings, open: { reference, data } })),
  }
}

const booked = ({ transactionId }: Attempt<Own>) => fake.books().filter(line => line.transactionId === transactionId)
const requestsDuring = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const before = fake.requests().length
  await work()
  return fake.requests().slice(before)
}

describe('a payment', () => {
  test('leads to PayPal, is agreed to there, and taken by Pay', async () => {
    const { first, reference, attempt, agree, read, pay, again, stateNow } = await startPayment()
    const until = aReservation().validity + 15 * 60_000
    expect(first).toMatchObject({ url: fake.page(reference), until, meanwhile: 'open' })
    expect(again()).toEqual({ kind: 'look' })
    expect(await read('buyer')).toMatchObject({ kind: 'redirect', url: fake.page(reference), meanwhile: 'open' })
    await agree()
    expect(again()).toMatchObject({ kind: 'continue', request: { step: 'capture' } })
    expect(booked(attempt)).toEqual([])
    expect(await pay()).toMatchObject({
      kind: 'settled',
      received: { amount: 8000n, currency: 'CHF', gatewayPaymentId: reference, fee: 100n },
    })
    expect(booked(attempt)).toMatchObject([{ kind: 'charge', amount: 8000n, currency: 'CHF' }])
    expect(stateNow()).toMatchObject({ capture: expect.stringMatching(/^[A-Z0-9]+$/), live: false })
    expect(JSON.stringify(stateNow())).not.toMatch(/Ada|Byron|QYR5Z8XDVJNXQ|buyer@/)
  })

  test.each([
    ['JPY', 500n],
    ['HUF', 150_000n],
    ['EUR', 1n],
  ])('of %s %s comes in as exactly that', async (currency, amount) => {
    const { agree, pay, attempt } = await startPayment({ currency: code(currency), amount: minor(amount) })
    await agree()
    expect(await pay()).toMatchObject({ received: { amount, currency } })
    expect(booked(attempt)).toMatchObject([{ amount, currency }])
  })

  test('that the buyer has agreed to and not come back from leads to Pay', async () => {
    const { reference, read, again, attempt } = await startPayment()
    await fake.buyer(reference, 'pay')
    const overview = `${attempt.addresses.order}/overview`
    expect(await read('buyer')).toMatchObject({ kind: 'redirect', url: overview, data: { isApproved: true } })
    expect(again()).toMatchObject({ kind: 'continue' })
    expect(booked(attempt)).toEqual([])
  })

  test('that no buyer has agreed to is not taken, whatever a return says', async () => {
    const { pay, read, reference } = await startPayment()
    const outcome = { kind: 'refused', isOver: false, code: 'error.STEP_2_PAYPAL_unexpected' }
    expect(await pay()).toMatchObject(outcome)
    expect(await read('buyer')).toMatchObject({ url: fake.page(reference) })
  })

  test.each(['decline', 'decline-funds', 'authenticate-and-fail'] as const)(
    'after %s goes on at PayPal, and is taken by another attempt',
    async act => {
      const { agree, pay, read, again, reference, attempt, stateNow } = await startPayment()
      await agree(act)
      const refused = { kind: 'refused', code: 'error.STEP_2_PAYPAL_INSTRUMENT_DECLINED', isOver: false }
      expect(await pay()).toMatchObject(refused)
      expect(stateNow()).toMatchObject({ isApproved: false, signature: expect.any(String) })
      expect(again()).toEqual({ kind: 'look' })
      expect(await read('buyer')).toMatchObject({ kind: 'redirect', url: fake.page(reference) })
      await agree()
      const idempotencyKey = `${attempt.transactionId}-CHARGE-3`
      expect((await pay({ idempotencyKey })).kind).toBe('settled')
    },
  )

  test('refused for a reason that is not known is over once the order says that nothing was taken', async () => {
    const { agree, pay, reference, attempt } = await startPayment()
    await agree()
    fake.agree(reference, { issue: 'AN_ISSUE_OF_TOMORROW' })
    fake.misbehave('down', READS)
    expect(await pay()).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('AN_ISSUE_OF_TOMORROW') })
    fake.misbehave('usual')
    expect(await pay()).toEqual({ kind: 'refused', code: 'error.STEP_2_PAYPAL_unexpected', isOver: true })
    expect(booked(attempt)).toEqual([])
  })

  test('after decline-stolen is over, shown as every other decline', async () => {
    const { agree, pay } = await startPayment()
    await agree('decline-stolen')
    const code = 'error.STEP_2_PAYPAL_INSTRUMENT_DECLINED'
    expect(await pay()).toEqual({ kind: 'refused', code, isOver: true })
  })

  test('that is captured and declined is over', async () => {
    const { pay, reference, attempt } = await startPayment()
    fake.agree(reference, 'denied')
    expect(await pay()).toMatchObject({ kind: 'refused', isOver: true })
    expect(booked(attempt)).toEqual([])
  })

  test.each([
    ['settle', 'settled'],
    ['fail', 'refused'],
  ] as const)('that is worked on for days ends: %s', async (end, kind) => {
    const { agree, pay, read, reference, cancel, stateNow } = await startPayment()
    await agree('pay-later')
    expect(await pay()).toMatchObject({ kind: 'waiting', data: { capture: expect.any(String) } })
    clock.pass(hours(20))
    expect(await read('timer')).toMatchObject({ kind: 'waiting' })
    expect(await cancel()).toMatchObject({ kind: 'not-now' })
    await fake.office[end](reference)
    expect((await read('timer')).kind).toBe(kind)
    expect(stateNow()).toMatchObject({ capture: expect.any(String) })
  })

  test('of another buyer than agreed to it is over, and PayPal is not asked', async () => {
    const { agree, pay } = await startPayment()
    await agree()
    const refused = { kind: 'refused', code: 'error.STEP_2_INVALID_HMAC', isOver: true }
    expect(
      await requestsDuring(async () => expect(await pay({ request: { step: 'give-up' } })).toEqual(refused)),
    ).toEqual([])
  })

  test('that lapses is over; of another app, its state is unknown before its end', async () => {
    const { read, pay, cancel } = await startPayment()
    clock.pass(hours(4))
    expect(await read()).toEqual({ kind: 'cancelled' })
    expect(await pay()).toEqual({ kind: 'cancelled' })
    expect(await cancel()).toEqual({ kind: 'cancelled' })
    const other = { ...fake.settings, PAYPAL_CLIENT_ID: 'another' }
    expect(await read('timer', { settings: ownSettings(other) })).toMatchObject({ kind: 'unknown' })
    expect(await read('end', { settings: ownSettings(other) })).toEqual({ kind: 'cancelled' })
  })

  test('that was not named is not asked about', async () => {
    const { read, cancel, attempt } = await startPayment()
    expect(
      await requestsDuring(async () => expect((await read('timer', { reference: null })).kind).toBe('unknown')),
    ).toEqual([])
    expect(await online.cancel({ ...attempt, reference: null })).toEqual({ kind: 'cancelled' })
    expect(await cancel()).toEqual({ kind: 'cancelled' })
  })
})

describe('given up', () => {
  test.each(['pay', 'cancel', 'abandon'] as const)(
    'after %s nothing is taken, and nothing has to be ended',
    async act => {
      const { reference, cancel, attempt } = await startPayment()
      await fake.buyer(reference, act)
      expect(await requestsDuring(async () => expect(await cancel()).toEqual({ kind: 'cancelled' }))).toHaveLength(1)
      expect(booked(attempt)).toEqual([])
    },
  )

  test('it is while PayPal is down, but not before its end', async () => {
    const { read, cancel } = await startPayment()
    fake.misbehave('down')
    for (const why of ['return', 'message', 'timer', 'buyer'] as const) expect((await read(why)).kind).toBe('unknown')
    expect(await read('end')).toEqual({ kind: 'cancelled' })
    expect(await cancel()).toEqual({ kind: 'cancelled' })
  })

  test('before PayPal has made it, it is at its end', async () => {
    const { attempt } = await startPayment()
    const late = { ...attempt, repetition: 3, now: after(aReservation().validity, minutes(15)) }
    const before = fake.requests().length
    expect(await online.call(late)).toEqual({ kind: 'cancelled' })
    expect(fake.requests()).toHaveLength(before)
  })

  test('it is not while PayPal works on the money, nor is that known to be over while PayPal is down', async () => {
    const { agree, pay, read, cancel } = await startPayment()
    await agree('pay-later')
    expect((await pay()).kind).toBe('waiting')
    expect(await cancel()).toMatchObject({ kind: 'not-now' })
    fake.misbehave('down')
    expect((await read('end')).kind).toBe('unknown')
    expect((await cancel()).kind).toBe('unknown')
  })

  test('it is not once the money is taken, nor while PayPal is down', async () => {
    const { agree, pay, cancel } = await startPayment()
    await agree()
    await pay()
    expect(await cancel()).toMatchObject({ kind: 'not-now' })
    fake.misbehave('down')
    expect(await cancel()).toMatchObject({ kind: 'unknown' })
  })
})

describe('without a reply', () => {
  test.each([
    ['down', 'unknown'],
    ['nonsense', 'unknown'],
    ['unreachable', 'unknown'],
    ['busy', 'unreached'],
    ['lost', 'unknown'],
  ] as const)('to the order (%s) it is %s, and sent again it is the same order', async (mood, kind) => {
    const reservation = aReservation({ validity: after(clock.now(), minutes(25)) })
    const beginning = provider.begin(aPayPalCharge({ settings, reservation }))
    if (beginning.kind !== 'call') throw new Error(beginning.kind)
    const attempt = anAttempt({ settings, now: clock.now(), request: beginning.request })
    fake.misbehave(mood, CREATE)
    expect(await online.call(attempt)).toMatchObject({ kind, reason: expect.stringContaining('POST') })
    fake.misbehave('usual')
    const [one, other] = [await online.call({ ...attempt, repetition: 1 }), await online.call(attempt)]
    expect(one).toMatchObject({ kind: 'redirect' })
    expect(other).toEqual(one)
  })

  test.each([
    ['down', 'unknown'],
    ['nonsense', 'unknown'],
    ['unreachable', 'unknown'],
    ['busy', 'unreached'],
    ['lost', 'unknown'],
  ] as const)('to the capture (%s) it is %s, and sent again it is taken once', async (mood, kind) => {
    const { agree, pay, attempt } = await startPayment()
    await agree()
    fake.misbehave(mood, TAKE)
    expect((await pay()).kind).toBe(kind)
    fake.misbehave('usual')
    expect((await pay({ repetition: 1 })).kind).toBe('settled')
    expect(booked(attempt)).toHaveLength(1)
  })

  test.each(['down', 'nonsense', 'unreachable', 'busy'] as const)('to a look (%s) it is not known', async mood => {
    const { read } = await startPayment()
    fake.misbehave(mood, READS)
    expect((await read()).kind).toBe('unknown')
  })

  test('for longer than PayPal knows a request, the adapter first asks for the order', async () => {
    const { agree, pay, attempt } = await startPayment()
    await agree()
    fake.misbehave('lost', TAKE)
    const firstSentAt = clock.now()
    expect((await pay()).kind).toBe('unknown')
    fake.misbehave('usual')
    clock.pass(hours(7))
    const requests = await requestsDuring(async () => {
      expect((await pay({ repetition: 1, firstSentAt })).kind).toBe('settled')
    })
    expect(requests.filter(one => one.endsWith('capture'))).toEqual([])
    expect(booked(attempt)).toHaveLength(1)
  })

  test('for so long, what never arrived is sent when it is known that it did not', async () => {
    const { agree, pay, attempt } = await startPayment()
    await agree()
    const firstSentAt = (clock.now() - hours(6)) as typeof attempt.firstSentAt
    expect((await pay({ repetition: 1, firstSentAt })).kind).toBe('settled')
    expect(booked(attempt)).toHaveLength(1)
  })

  test('of one attempt, another finds the money taken', async () => {
    const { agree, pay, attempt } = await startPayment()
    await agree()
    fake.misbehave('lost', TAKE)
    await pay()
    fake.misbehave('usual')
    const idempotencyKey = `${attempt.transactionId}-CHARGE-3`
    expect((await pay({ idempotencyKey })).kind).toBe('settled')
    expect(booked(attempt)).toHaveLength(1)
  })
})

describe('what PayPal reports', () => {
  test('of another payment is a mismatch', async () => {
    const { agree, pay, reference } = await startPayment()
    await agree()
    fake.office.falsify(reference, 'mode')
    expect(await pay()).toMatchObject({ kind: 'mismatch', reason: expect.stringContaining('987654321') })
  })

  test.each([
    ['amount', { amount: 7900n, currency: 'CHF' }],
    ['currency', { amount: 8000n, currency: 'EUR' }],
  ] as const)('of another %s is reported as it is', async (what, received) => {
    const { agree, pay, reference } = await startPayment()
    await agree()
    fake.office.falsify(reference, what)
    expect(await pay()).toMatchObject({ kind: 'settled', received })
  })

  test('with a wrong secret says nothing of a payment, and nothing of the secret', async () => {
    const { read } = await startPayment()
    const wrong = ownSettings({ ...fake.settings, PAYPAL_CLIENT_SECRET: 'a-wrong-secret' })
    const outcome = await read('message', { settings: wrong })
    expect(outcome).toEqual({ kind: 'unknown', reason: 'POST /v1/oauth2/token: 401 invalid_client' })
  })
})

describe('what PayPal is asked with', () => {
  const TOKEN = 'POST /v1/oauth2/token'
  const tokens = async (work: () => Promise<unknown>) =>
    (await requestsDuring(work)).filter(one => one === TOKEN).length

  test('is kept for hours, and fetched again before it ends', async () => {
    const { read } = await startPayment()
    expect(await tokens(() => read())).toBe(0)
    clock.pass(hours(9))
    expect(await tokens(() => read())).toBe(1)
  })

  test('is fetched again once where it has ended before its time', async () => {
    const { read } = await startPayment()
    fake.endTokens()
    expect(await tokens(async () => expect((await read()).kind).toBe('redirect'))).toBe(1)
  })
})

test.each([
  [null, true, 'https://api-m.paypal.com'],
  [null, false, 'https://api-m.sandbox.paypal.com'],
  ['http://127.0.0.1:9', true, 'http://127.0.0.1:9'],
])('with the address %s, and live %s, it is asked at %s', (base, live, address) => {
  expect(baseFor(base, { live })).toBe(address)
})

test('nothing was asked that PayPal’s texts do not allow', () => {
  expect(fake.violations()).toEqual([])
})
