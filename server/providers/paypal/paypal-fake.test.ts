import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { days, hours } from '#domain/foundation/instant.ts'
import { listener } from '#tests/fakes/listener.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { aClock } from '#tests/fakes/stripe/a-payment.ts'

// Whether the stand-in of PayPal refuses what PayPal would, and reports what PayPal reports.

const clock = aClock()
const shop = await listener()
const fake = await paypalInTests({ notify: shop.url, now: clock.now, slowMs: 1 })

type Json = Record<string, unknown>
type Reply = { readonly status: number; readonly value: Json }

const { PAYPAL_CLIENT_ID: client = '', PAYPAL_CLIENT_SECRET: secret = '' } = fake.settings
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const basic = (by = secret) => ({ authorization: `Basic ${Buffer.from(`${client}:${by}`).toString('base64')}` })

async function ask(method: string, path: string, init: { headers?: Record<string, string>; body?: string } = {}) {
  const response = await fetch(`${fake.url}${path}`, { method, ...init })
  return { status: response.status, value: (await response.json()) as Json }
}

const GRANT = 'grant_type=client_credentials'
const tokenFor = async () => {
  const { value } = await ask('POST', '/v1/oauth2/token', { headers: { ...FORM, ...basic() }, body: GRANT })
  return String(value['access_token'])
}

let bearer = await tokenFor()
let count = 0
const key = () => `T${String((count += 1))}-create-1`

async function post(path: string, body: Json, headers: Record<string, string> = {}): Promise<Reply> {
  const usual = {
    authorization: `Bearer ${bearer}`,
    'content-type': 'application/json',
    'paypal-request-id': key(),
    prefer: 'return=representation',
  }
  return ask('POST', path, { headers: { ...usual, ...headers }, body: JSON.stringify(body) })
}
const get = (path: string) => ask('GET', path, { headers: { authorization: `Bearer ${bearer}` } })

const francs = (value: string, currency_code = 'CHF') => ({ currency_code, value })
const orderBody = (unit: Json = {}, experience: Json = {}, more: Json = {}): Json => ({
  intent: 'CAPTURE',
  purchase_units: [{ custom_id: '17', amount: francs('80.00'), ...unit }],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: 'https://tickets.example.org/back?a=1',
        cancel_url: 'https://tickets.example.org/left?a=1',
        shipping_preference: 'NO_SHIPPING',
        user_action: 'CONTINUE',
        ...experience,
      },
    },
  },
  ...more,
})
const ORDERS = '/v2/checkout/orders'
const create = (body = orderBody(), headers: Record<string, string> = {}) => post(ORDERS, body, headers)
const capture = (id: string, headers: Record<string, string> = {}) => post(`${ORDERS}/${id}/capture`, {}, headers)
const issueIn = ({ value }: Reply) => (value['details'] as { issue: string }[] | undefined)?.[0]?.issue

async function anOrder(): Promise<string> {
  return String((await create()).value['id'])
}

type CaptureReply = { id: string; status: string }
const capturesIn = ({ value }: Reply): CaptureReply[] => {
  const [unit] = value['purchase_units'] as { payments?: { captures: CaptureReply[] } }[]
  return unit?.payments?.captures ?? []
}

async function taken() {
  const order = await anOrder()
  await fake.buyer(order, 'pay')
  const [one] = capturesIn(await capture(order))
  return { order, capture: one?.id ?? '' }
}

beforeEach(async () => {
  fake.misbehave('usual')
  fake.messages.drop()
  shop.received.length = 0
  shop.answer(200)
  bearer = await tokenFor()
})

describe('a token', () => {
  test('is given by the secret, and no other', async () => {
    expect(
      await ask('POST', '/v1/oauth2/token', { headers: { ...FORM, ...basic('wrong') }, body: GRANT }),
    ).toMatchObject({ status: 401, value: { error: 'invalid_client' } })
  })

  test('ends, and a stranger has none', async () => {
    const order = await anOrder()
    clock.pass(hours(10))
    expect(await get(`${ORDERS}/${order}`)).toMatchObject({ status: 401, value: { name: 'AUTHENTICATION_FAILURE' } })
    bearer = 'guessed'
    expect((await create()).status).toBe(401)
  })
})

describe('an order', () => {
  test('is made, agreed to, and captured', async () => {
    const made = await create()
    expect(made).toMatchObject({ status: 201, value: { status: 'PAYER_ACTION_REQUIRED' } })
    const id = String(made.value['id'])
    expect(made.value['links']).toContainEqual({ rel: 'payer-action', href: fake.page(id), method: 'GET' })
    await fake.buyer(id, 'pay')
    expect((await get(`${ORDERS}/${id}`)).value).toMatchObject({ status: 'APPROVED' })
    const reply = await capture(id)
    expect(reply).toMatchObject({ status: 201, value: { status: 'COMPLETED' } })
    expect(capturesIn(reply)).toMatchObject([{ status: 'COMPLETED', amount: francs('80.00'), custom_id: '17' }])
    expect(fake.books().at(-1)).toEqual({ kind: 'charge', transactionId: '17', amount: 8000n, currency: 'CHF' })
    expect(issueIn(await capture(id))).toBe('ORDER_ALREADY_CAPTURED')
  })

  test('is answered shortly to a client that does not ask for more', async () => {
    const { value } = await create(orderBody(), { prefer: 'return=minimal' })
    expect(Object.keys(value)).toEqual(['id', 'status', 'links'])
  })

  test('by the same key is the same order, as long as the key lives', async () => {
    const [headers, body] = [{ 'paypal-request-id': key() }, orderBody()]
    const first = await create(body, headers)
    expect(await create(body, headers)).toEqual({ ...first, status: 200 })
    clock.pass(hours(7))
    bearer = await tokenFor()
    expect((await create(body, headers)).value['id']).not.toBe(first.value['id'])
  })

  test('that no buyer agrees to lapses; one that was not agreed to is not captured', async () => {
    const id = await anOrder()
    expect(await capture(id)).toMatchObject({ status: 422 })
    expect(issueIn(await capture(id))).toBe('ORDER_NOT_APPROVED')
    clock.pass(hours(4))
    expect((await get(`${ORDERS}/${id}`)).status).toBe(404)
    expect((await capture(id)).status).toBe(404)
    await expect(fake.buyer(id, 'pay')).rejects.toThrow('no order')
  })

  test.each([
    ['decline', 'INSTRUMENT_DECLINED'],
    ['decline-funds', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING'],
    ['decline-stolen', 'TRANSACTION_REFUSED'],
    ['authenticate-and-fail', 'PAYER_ACTION_REQUIRED'],
  ] as const)('after %s is refused with %s, and can be agreed to again', async (act, issue) => {
    const id = await anOrder()
    await fake.buyer(id, act)
    expect(issueIn(await capture(id))).toBe(issue)
    await fake.buyer(id, 'pay')
    expect((await capture(id)).status).toBe(201)
  })

  test('is refused on command, as by the sandbox', async () => {
    const id = await anOrder()
    await fake.buyer(id, 'pay')
    const headers = { 'paypal-mock-response': '{"mock_application_codes":"INSTRUMENT_DECLINED"}' }
    expect(issueIn(await capture(id, headers))).toBe('INSTRUMENT_DECLINED')
  })

  test.each([
    [francs('80', 'BHD'), 'CURRENCY_NOT_SUPPORTED'],
    [francs('80.5', 'JPY'), 'DECIMALS_NOT_SUPPORTED'],
    [francs('80.005'), 'DECIMAL_PRECISION'],
    [francs('0.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [francs('-1.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ])('of %j is refused with %s', async (amount, issue) => {
    expect(issueIn(await create(orderBody({ amount })))).toBe(issue)
  })
})

describe('what PayPal’s texts do not allow', () => {
  /** What was noted of a request that was refused. */
  const noted = async (send: () => Promise<Reply>, status: number): Promise<string> => {
    const before = fake.violations().length
    expect((await send()).status).toBe(status)
    const [one, ...more] = fake.violations().slice(before)
    expect(more).toEqual([])
    return one ?? ''
  }

  test.each([
    ['an unknown field', orderBody({ color: 'red' }), 'purchase_units'],
    ['the old context', orderBody({}, {}, { application_context: {} }), 'additional'],
    ['no number of ours', orderBody({ custom_id: '' }), 'custom_id'],
    ['too long a description', orderBody({ description: 'x'.repeat(128) }), 'description'],
    ['an address for shipping', orderBody({}, { shipping_preference: 'GET_FROM_FILE' }), 'shipping_preference'],
    ['no way back', orderBody({}, { return_url: 'back' }), 'return_url'],
    ['a language of another form', orderBody({}, { locale: 'german' }), 'locale'],
    ['a sum as a number', orderBody({ amount: { currency_code: 'CHF', value: 80 } }), 'amount'],
  ])('is %s', async (_, body, word) => {
    expect(await noted(() => create(body), 400)).toContain(word)
  })

  test('is to send something else by the same key', async () => {
    const headers = { 'paypal-request-id': key() }
    await create(orderBody(), headers)
    expect(await noted(() => create(orderBody({ description: 'other' }), headers), 422)).toContain(
      'used for something else',
    )
  })

  test.each([
    [{ 'paypal-request-id': '' }, 400, 'PayPal-Request-Id'],
    [{ 'paypal-request-id': 'x'.repeat(109) }, 400, 'PayPal-Request-Id'],
    [{ 'content-type': 'text/plain' }, 415, 'JSON'],
  ])('are the headers %j', async (headers, status, word) => {
    expect(await noted(() => create(orderBody(), headers), status)).toContain(word)
  })

  test('are calls that there are not', async () => {
    expect(await noted(() => post('/v2/checkout/orders/5O1/cancel', {}), 404)).toContain('no such call')
    expect(await noted(() => get('/v2/checkout/everything/5O1'), 404)).toContain('no such call')
  })

  test('is a token asked for in another way', async () => {
    const headers = { ...FORM, ...basic() }
    const send = () => ask('POST', '/v1/oauth2/token', { headers, body: 'grant_type=password' })
    expect(await noted(send, 400)).toContain('not as documented')
  })
})

describe('a refund', () => {
  const refund = (id: string, value: string, currency = 'CHF') =>
    post(`/v2/payments/captures/${id}/refund`, { amount: francs(value, currency) })

  test('is given once by a key, up to what is left', async () => {
    const { capture: id, order } = await taken()
    const body = { amount: francs('30.00') }
    const headers = { 'paypal-request-id': key() }
    const first = await post(`/v2/payments/captures/${id}/refund`, body, headers)
    clock.pass(days(44))
    bearer = await tokenFor()
    expect((await post(`/v2/payments/captures/${id}/refund`, body, headers)).value).toEqual(first.value)
    expect((await get(`/v2/payments/refunds/${String(first.value['id'])}`)).value).toEqual(first.value)
    expect((await get(`/v2/payments/captures/${id}`)).value).toMatchObject({ status: 'PARTIALLY_REFUNDED' })
    expect(issueIn(await refund(id, '50.01'))).toBe('REFUND_AMOUNT_EXCEEDED')
    expect(issueIn(await refund(id, '1.00', 'EUR'))).toBe('REFUND_CURRENCY_MISMATCH')
    expect((await post(`/v2/payments/captures/${id}/refund`, {})).status).toBe(201)
    expect(issueIn(await refund(id, '1.00'))).toBe('CAPTURE_FULLY_REFUNDED')
    expect(capturesIn(await get(`${ORDERS}/${order}`))).toMatchObject([{ status: 'REFUNDED' }])
  })

  test('is not given of what is worked on, of nothing, and not for ever', async () => {
    const order = await anOrder()
    await fake.buyer(order, 'pay-later')
    const [one] = capturesIn(await capture(order))
    expect(issueIn(await refund(one?.id ?? '', '1.00'))).toBe('PENDING_CAPTURE')
    expect((await refund('NOTHING', '1.00')).status).toBe(404)
    const old = await taken()
    clock.pass(days(181))
    bearer = await tokenFor()
    expect(issueIn(await refund(old.capture, '1.00'))).toBe('REFUND_TIME_LIMIT_EXCEEDED')
  })
})

describe('the moods', () => {
  test.each([
    ['down', 503],
    ['busy', 429],
    ['nonsense', 200],
    ['slow', 201],
  ] as const)('%s answers %s, and only so often', async (mood, status) => {
    fake.misbehave(mood, { count: 1 })
    const send = () =>
      fetch(`${fake.url}${ORDERS}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'paypal-request-id': key() },
        body: JSON.stringify(orderBody()),
      })
    expect((await send()).status).toBe(status)
    expect((await send()).status).toBe(201)
  })

  test('lost carries it out, and unreachable does not', async () => {
    const order = await anOrder()
    await fake.buyer(order, 'pay')
    fake.misbehave('unreachable', { count: 1 })
    await expect(capture(order)).rejects.toThrow('fetch failed')
    expect(capturesIn(await get(`${ORDERS}/${order}`))).toEqual([])
    fake.misbehave('lost', { count: 1 })
    await expect(capture(order)).rejects.toThrow('fetch failed')
    expect(capturesIn(await get(`${ORDERS}/${order}`))).toHaveLength(1)
  })
})

describe('messages', () => {
  const types = () => shop.received.map(({ body }) => (JSON.parse(body) as { event_type: string }).event_type)

  test('report what happens, signed over the bytes', async () => {
    const { order } = await taken()
    await fake.office.refund(order)
    await fake.office.dispute(order, 'open')
    await fake.office.dispute(order, 'won')
    expect(await fake.messages.deliver()).toEqual([200, 200, 200, 200, 200])
    expect(types()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
      'CUSTOMER.DISPUTE.CREATED',
      'CUSTOMER.DISPUTE.RESOLVED',
    ])
    const [first] = shop.received
    const header = (name: string) => String(first?.headers[`paypal-${name}`])
    const pem = await (await fetch(header('cert-url'))).text()
    const signature = Buffer.from(header('transmission-sig'), 'base64')
    const { PAYPAL_WEBHOOK_ID: webhook = '' } = fake.settings
    const text = [header('transmission-id'), header('transmission-time'), webhook, crc32(first?.body ?? '')].join('|')
    expect(verify('sha256', Buffer.from(text), new X509Certificate(pem).publicKey, signature)).toBe(true)
  })

  test('report what is worked on, and how that ends', async () => {
    for (const end of ['settle', 'fail'] as const) {
      const order = await anOrder()
      await fake.buyer(order, 'pay-later')
      await capture(order)
      await fake.office[end](order)
      await expect(fake.office[end](order)).rejects.toThrow('does not work on')
    }
    await fake.messages.deliver()
    const capturing = types().filter(type => type.startsWith('PAYMENT'))
    expect(capturing.map(type => type.split('.').at(-1))).toEqual(['PENDING', 'COMPLETED', 'PENDING', 'DENIED'])
  })

  test('wait, come twice or the other way round, and again when they were refused', async () => {
    await taken()
    expect(fake.messages.waiting()).toBe(2)
    shop.answer(500)
    expect(await fake.messages.deliver('reversed')).toEqual([500, 500])
    expect(types()).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED'])
    shop.answer(200)
    expect(await fake.messages.redeliver()).toEqual([200, 200])
    await anOrder().then(order => fake.buyer(order, 'pay'))
    expect(await fake.messages.deliver('twice')).toHaveLength(2)
  })

  test('are those the webhook is subscribed to', async () => {
    fake.webhook.events = ['PAYMENT.CAPTURE.COMPLETED']
    await taken()
    fake.webhook.events = ['*']
    await fake.messages.deliver()
    expect(types()).toEqual(['PAYMENT.CAPTURE.COMPLETED'])
  })

  test('go out by themselves when they are automatic', async () => {
    fake.messages.automatic(true)
    await fake.buyer(await anOrder(), 'pay')
    await expect.poll(types).toEqual(['CHECKOUT.ORDER.APPROVED'])
    fake.messages.automatic(false)
  })
})
