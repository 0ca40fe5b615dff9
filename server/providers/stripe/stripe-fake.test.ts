import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#domain/foundation/instant.ts'
import { aClock, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { listener } from '#tests/fakes/listener.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { isGenuine, read } from './webhooks.ts'
import { STRIPE_SETTINGS } from './account.ts'

const ownSettings = settingsOf(STRIPE_SETTINGS)

// Whether the stand-in of Stripe refuses what Stripe would, and reports what Stripe reports.

const clock = aClock()
const shop = await listener()
const fake = await stripeInTests({ notify: shop.url, now: clock.now, slowMs: 1 })
const settings = ownSettings(fake.settings)

let keys = 0
const HEADERS = {
  authorization: `Bearer ${fake.settings['STRIPE_SECRET_KEY'] ?? ''}`,
  'stripe-version': '2026-10-28.endive',
  'content-type': 'application/x-www-form-urlencoded',
}

type Reply = { readonly status: number; readonly value: Record<string, unknown> & { error?: Record<string, string> } }

async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Reply> {
  keys += 1
  const response = await fetch(`${fake.url}${path}`, {
    method: 'POST',
    headers: { ...HEADERS, 'idempotency-key': `key-${String(keys)}`, ...headers },
    body,
  })
  return { status: response.status, value: (await response.json()) as Reply['value'] }
}

const intentOf = async (more = '', headers = {}) =>
  post('/v1/payment_intents', `amount=8000&currency=chf${more}`, headers)

async function anIntent(more = ''): Promise<{ id: string; secret: string }> {
  const { value } = await intentOf(`&metadata[transactionId]=T1${more}`)
  return { id: String(value['id']), secret: String(value['client_secret']) }
}

beforeEach(() => {
  fake.misbehave('usual')
  shop.answer(200)
  fake.messages.drop()
  shop.received.length = 0
})

describe('a request is refused, and noted,', () => {
  test.each([
    ['with a field that is unknown', 'amount=8000&currency=chf&colour=red', 'parameter_unknown', 'colour'],
    [
      'with the field that was removed',
      'amount=8000&currency=chf&payment_method_types[0]=card',
      'parameter_unknown',
      'payment_method_types[0]',
    ],
    [
      'with an address for receipts',
      'amount=8000&currency=chf&receipt_email=a@example.org',
      'parameter_unknown',
      'receipt_email',
    ],
    ['without an amount', 'currency=chf', 'parameter_missing', 'amount'],
    ['without a currency', 'amount=8000', 'parameter_missing', 'currency'],
    ['with a decimal amount', 'amount=80.00&currency=chf', 'parameter_invalid_integer', 'amount'],
    ['with nine digits', 'amount=100000000&currency=chf', 'parameter_invalid_integer', 'amount'],
    ['with capitals', 'amount=8000&currency=CHF', 'parameter_invalid', 'currency'],
    ['with too little', 'amount=49&currency=chf', 'amount_too_small', 'amount'],
    ['with a thousandth', 'amount=12345&currency=bhd', 'parameter_invalid_integer', 'amount'],
    ['with a hundredth of a króna', 'amount=150050&currency=isk', 'parameter_invalid_integer', 'amount'],
    [
      'with a method that does not exist',
      'amount=8000&currency=chf&allowed_payment_method_types[0]=cash',
      'parameter_invalid',
      'allowed_payment_method_types[0]',
    ],
    [
      'with a long description',
      `amount=8000&currency=chf&description=${'a'.repeat(1001)}`,
      'parameter_invalid',
      'description',
    ],
    [
      'with long metadata',
      `amount=8000&currency=chf&metadata[a]=${'a'.repeat(501)}`,
      'parameter_invalid',
      'metadata[a]',
    ],
    [
      'with a long name in the metadata',
      `amount=8000&currency=chf&metadata[${'a'.repeat(41)}]=a`,
      'parameter_invalid',
      'amount',
    ],
    [
      'with a fee and no account',
      'amount=8000&currency=chf&application_fee_amount=1',
      'application_fees_not_allowed',
      'amount',
    ],
    ['with a field twice', 'amount=8000&amount=8000&currency=chf', undefined, 'amount'],
  ])('%s', async (_, body, code, param) => {
    const before = fake.violations().length
    const { status, value } = await post('/v1/payment_intents', body)
    expect({ status, code: value.error?.['code'], param: value.error?.['param'] }).toEqual({ status: 400, code, param })
    expect(fake.violations().length).toBe(before + 1)
  })

  test.each([
    ['of another version', { 'stripe-version': '2024-06-20' }, 400],
    ['that is no form', { 'content-type': 'application/json' }, 400],
    ['without a key of ours', { 'idempotency-key': 'stripe-node-retry-1' }, 400],
    ['with too long a key', { 'idempotency-key': 'a'.repeat(256) }, 400],
  ])('%s', async (_, headers, status) => {
    const before = fake.violations().length
    expect((await intentOf('', headers)).status).toBe(status)
    expect(fake.violations().length).toBe(before + 1)
  })

  test('to a place that does not exist', async () => {
    const before = fake.violations().length
    expect((await post('/v1/invoices', '')).status).toBe(404)
    expect(fake.violations().length).toBe(before + 1)
  })
})

test.each([
  [{ authorization: 'Bearer pk_test_foyer' }, 401],
  [{ authorization: '' }, 401],
  [{ 'stripe-account': 'acct_of_nobody' }, 403],
])('a request is refused with %o', async (headers, status) => {
  expect((await intentOf('', headers)).status).toBe(status)
})

describe('a key', () => {
  test('has the same answer for the same request, whatever has happened since', async () => {
    const headers = { 'idempotency-key': 'same-1' }
    const first = await intentOf('', headers)
    await fake.buyer(String(first.value['id']), 'pay')
    expect(await intentOf('', headers)).toEqual(first)
  })

  test('for another request is refused', async () => {
    const headers = { 'idempotency-key': 'same-2' }
    await intentOf('', headers)
    expect((await intentOf('&description=other', headers)).value.error?.['type']).toBe('idempotency_error')
  })

  test('is erased after a day', async () => {
    const headers = { 'idempotency-key': 'same-3' }
    const first = await intentOf('', headers)
    fake.passes(hours(24))
    expect((await intentOf('', headers)).value['id']).not.toBe(first.value['id'])
  })

  test('keeps a refusal that came of carrying out, not one that came before', async () => {
    const { id } = await anIntent()
    await fake.buyer(id, 'pay-later')
    const cancel = () => post(`/v1/payment_intents/${id}/cancel`, '', { 'idempotency-key': 'same-4' })
    expect((await cancel()).value.error?.['code']).toBe('payment_intent_unexpected_state')
    await fake.office.fail(id)
    expect((await cancel()).value.error?.['code']).toBe('payment_intent_unexpected_state')
    expect((await intentOf('&colour=red', { 'idempotency-key': 'same-5' })).status).toBe(400)
    expect((await intentOf('', { 'idempotency-key': 'same-5' })).status).toBe(200)
  })
})

describe('what Stripe reports', () => {
  const types = () => shop.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

  test('is signed, named, and sent in the order in which it happened', async () => {
    const { id } = await anIntent()
    await fake.buyer(id, 'decline')
    await fake.buyer(id, 'pay')
    fake.passes(minutes(2))
    await fake.office.refund(id, 3000n)
    await fake.office.dispute(id, 'lost')
    // Its clock has gone on before the shop's.
    clock.pass(hours(24) + minutes(2))
    fake.passes(-hours(24) - minutes(2))
    expect(new Set(await fake.messages.deliver())).toEqual(new Set([200]))
    expect(types()).toEqual([
      'payment_intent.created',
      'payment_intent.payment_failed',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.updated',
      'refund.created',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ])
    for (const delivery of shop.received) expect(isGenuine(delivery, settings, clock.now())).toBe(true)
    const named = shop.received.slice(1).map(read)
    expect(named.every(reading => reading.kind === 'about' && reading.payment.id === id)).toBe(true)
    expect(new Set(named.map(reading => (reading.kind === 'about' ? reading.key : null))).size).toBe(named.length)
  })

  test('comes twice with the same key, or the other way round', async () => {
    const { id } = await anIntent()
    await fake.messages.deliver('twice')
    const [first, second] = shop.received.map(read)
    expect(first).toEqual(second)
    await fake.buyer(id, 'pay')
    await fake.messages.deliver('reversed')
    expect(types().slice(2)).toEqual(['payment_intent.succeeded', 'charge.succeeded'])
  })

  test('is sent again when the shop has refused it', async () => {
    await anIntent()
    shop.answer(500)
    expect(await fake.messages.deliver()).toEqual([500])
    shop.answer(200)
    expect(await fake.messages.redeliver()).toEqual([200])
    expect(await fake.messages.redeliver()).toEqual([])
    expect(fake.messages.waiting()).toBe(0)
  })

  test('by a stranger is not genuine', async () => {
    const { id } = await anIntent()
    expect(await fake.messages.forge(id)).toBe(200)
    const [forged] = shop.received
    expect(forged && isGenuine(forged, settings, clock.now())).toBe(false)
  })

  test('of a connected account is signed by the other secret', async () => {
    await intentOf('', { 'stripe-account': fake.connectedAccount })
    await fake.messages.deliver()
    const [delivery] = shop.received
    if (!delivery) throw new Error('nothing came')
    const own = { STRIPE_WEBHOOK_PAYMENT_KEY: fake.settings['STRIPE_WEBHOOK_PAYMENT_KEY'] ?? '' }
    expect(isGenuine(delivery, ownSettings(own), clock.now())).toBe(false)
    expect(isGenuine(delivery, settings, clock.now())).toBe(true)
    expect(JSON.parse(delivery.body)).toMatchObject({ account: fake.connectedAccount })
  })

  test('is sent at once when that is wanted, and only what the endpoint has subscribed to', async () => {
    const [endpoint] = fake.endpoints
    if (!endpoint) throw new Error('no endpoint')
    fake.endpoints[0] = { ...endpoint, enabledEvents: ['payment_intent.succeeded'] }
    fake.messages.automatic(true)
    const { id } = await anIntent()
    await fake.buyer(id, 'pay')
    await expect.poll(types).toEqual(['payment_intent.succeeded'])
    fake.messages.automatic(false)
    fake.endpoints[0] = endpoint
  })
})

describe('the browser', () => {
  const card = { number: '4242424242424242', expiry: '12 / 40', cvc: '123' }
  const JSON_BODY = { 'content-type': 'application/json' }
  const confirm = async (secret: string, more: object = {}) => {
    const body = {
      key: 'pk_test_foyer',
      clientSecret: secret,
      type: 'card',
      card,
      returnUrl: null,
      expected: {},
      ...more,
    }
    const response = await fetch(`${fake.url}/endive/confirm`, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(body),
    })
    return (await response.json()) as { paymentIntent?: Record<string, unknown>; error?: Record<string, unknown> }
  }
  const answerBank = async (id: string, secret: string, act: string) => {
    const body = new URLSearchParams({ intent: id, secret, act })
    return fetch(`${fake.url}/endive/authenticate`, { method: 'POST', body, redirect: 'manual' })
  }

  test('gets the script, a form with labels, and what Stripe is not', async () => {
    const script = await fetch(fake.script)
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(await script.text()).toContain('confirmPayment')
    const page = await (await fetch(`${fake.url}/endive/form?methods=card,twint`)).text()
    for (const text of ['>Card number<', '>Security code<', 'TWINT', 'no money moves']) expect(page).toContain(text)
  })

  test('pays with a card', async () => {
    const { secret } = await anIntent()
    expect(await confirm(secret)).toMatchObject({ paymentIntent: { status: 'succeeded' } })
    expect(await confirm(secret)).toMatchObject({
      error: { code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } },
    })
  })

  test.each([
    [{ number: '4242424242424241' }, 'invalid_number'],
    [{ expiry: '13 / 40' }, 'invalid_expiry_month'],
    [{ expiry: '01 / 20' }, 'invalid_expiry_year'],
    [{ cvc: '12' }, 'invalid_cvc'],
    [{ number: '4000000000000002' }, 'card_declined'],
    [{ number: '4000000000000119' }, 'processing_error'],
  ])('with the card %o receives %s, and tries again', async (changes, code) => {
    const { secret } = await anIntent()
    expect(await confirm(secret, { card: { ...card, ...changes } })).toMatchObject({ error: { code } })
    expect(await confirm(secret)).toMatchObject({ paymentIntent: { status: 'succeeded' } })
  })

  test.each([
    ['4000000000003220', 'pay', 'succeeded', null],
    ['4000002760003184', 'refuse', 'requires_payment_method', 'payment_intent_authentication_failure'],
    ['4000008400001629', 'pay', 'requires_payment_method', 'card_declined'],
  ])('is asked by the bank for the card %s, answers %s, and it is %s', async (number, act, status, code) => {
    const { id, secret } = await anIntent()
    const challenged = await confirm(secret, { card: { ...card, number } })
    expect(challenged).toMatchObject({
      paymentIntent: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
    })
    expect(await (await answerBank(id, secret, act)).text()).toContain('Done')
    const response = await fetch(`${fake.url}/endive/intents/${id}?key=pk_test_foyer&secret=${secret}`)
    const { paymentIntent } = (await response.json()) as { paymentIntent: Record<string, unknown> }
    expect(paymentIntent['status']).toBe(status)
    expect((paymentIntent['last_payment_error'] as { code?: string } | null)?.code ?? null).toBe(code)
  })

  test.each([
    ['pay', 'succeeded'],
    ['refuse', 'failed'],
    ['cancel', 'failed'],
  ])('goes to the page of another method, presses %s, and comes back with %s', async (act, redirectStatus) => {
    const { id, secret } = await anIntent('&allowed_payment_method_types[0]=twint')
    const returnUrl = 'https://tickets.example.org/return'
    const { paymentIntent } = await confirm(secret, { type: 'twint', card: null, returnUrl })
    const action = paymentIntent?.['next_action'] as { redirect_to_url: { url: string } } | undefined
    const page = await (await fetch(action?.redirect_to_url.url ?? '')).text()
    for (const text of ['Pay by TWINT', 'no money moves', 'Come back without paying']) expect(page).toContain(text)
    const back = await answerBank(id, secret, act)
    expect(back.status).toBe(303)
    const query = `payment_intent=${id}&payment_intent_client_secret=${secret}&redirect_status=${redirectStatus}`
    expect(back.headers.get('location')).toBe(`${returnUrl}?${query}`)
  })

  test.each([
    ['the wrong secret', { clientSecret: 'pi_1_secret_2' }, 'resource_missing'],
    ['a key that is none', { key: 'pk_test_other' }, undefined],
    ['a method that is not allowed', { type: 'twint' }, undefined],
    ['a form for another sum', { expected: { amount: 1, currency: 'chf' } }, 'payment_intent_invalid_parameter'],
  ])('does not pay with %s', async (_, changes, code) => {
    const { secret } = await anIntent()
    const { error } = await confirm(secret, changes)
    expect(error).toBeDefined()
    expect(error?.['code']).toBe(code)
  })

  test('makes a token of a card, for the old way', async () => {
    const body = JSON.stringify({ key: 'pk_test_foyer', card })
    const response = await fetch(`${fake.url}/endive/tokens`, { method: 'POST', headers: JSON_BODY, body })
    const { token } = (await response.json()) as { token: { id: string } }
    const { status } = await post('/v1/charges', `amount=8000&currency=chf&source=${token.id}`)
    expect(status).toBe(200)
  })
})

async function chargeBy(number: string): Promise<string> {
  const { value } = await post('/v1/charges', `amount=8000&currency=chf&source=${fake.token(number)}`)
  return String(value['id'])
}

test('a card for disputes is disputed at once, and its charge not refunded', async () => {
  const id = await chargeBy('4000000000000259')
  expect(fake.books().at(-1)).toMatchObject({ kind: 'dispute', amount: 8000n })
  expect((await post('/v1/refunds', `charge=${id}`)).value.error?.['code']).toBe('charge_disputed')
})

test.each([
  ['4000000000005126', 'succeeded', -8000n],
  ['4000000000007726', 'pending', 8000n],
])('a refund to the card %s is %s at first, and %s in the end', async (number, status, last) => {
  const id = await chargeBy(number)
  expect((await post('/v1/refunds', `charge=${id}`)).value['status']).toBe(status)
  await fake.office.endRefunds()
  expect(fake.books().at(-1)).toMatchObject({ kind: 'refund', amount: last })
})
