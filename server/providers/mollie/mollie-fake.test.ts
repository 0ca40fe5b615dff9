import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#domain/foundation/instant.ts'
import { listener } from '#tests/fakes/listener.ts'
import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { aClock } from '#tests/fakes/stripe/a-payment.ts'

// Whether the stand-in of Mollie refuses what Mollie would, and reports what Mollie reports.

const clock = aClock()
const shop = await listener()
const fake = await mollieInTests({ notify: shop.url, now: clock.now, slowMs: 1 })
const key = fake.settings['MOLLIE_API_KEY'] ?? ''
const live = 'live_FoyerFoyerFoyerFoyerFoyerFoyer'

type Value = Readonly<Record<string, unknown>>
type Reply = { readonly status: number; readonly value: Value }
type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }

let keys = 0
const uuid = () => `00000000-0000-4000-8000-${String((keys += 1)).padStart(12, '0')}`

async function ask(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Reply> {
  const response = await fetch(`${fake.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': uuid() }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, value: (await response.json()) as Value }
}

const PAYMENT = {
  amount: { currency: 'CHF', value: '80.00' },
  description: 'AB12CD34 - 2 tickets',
  redirectUrl: 'https://tickets.example.org/back',
  webhookUrl: 'https://tickets.example.org/hook/1',
  method: 'creditcard',
  locale: 'de_CH',
  metadata: { transactionId: '1' },
}
const create = (changes: object = {}, headers = {}) =>
  ask('POST', '/v2/payments', { body: { ...PAYMENT, ...changes }, headers })
const startPayment = async (changes: object = {}) => String((await create(changes)).value['id'])
const stateOf = async (id: string) => (await ask('GET', `/v2/payments/${id}`)).value['status']

beforeEach(() => {
  fake.misbehave('usual')
  fake.office.refundsGo('usual')
  shop.answer(200)
  fake.messages.automatic(false)
  // Nothing of another test is open any more.
  fake.passes(minutes(60))
  fake.messages.drop()
  shop.received.length = 0
})

/** Refused, and noted as something no shop may send. */
async function expectNoted(reply: Promise<Reply>, status = 422, field?: string): Promise<void> {
  const before = fake.violations().length
  const { status: answered, value } = await reply
  expect({ status: answered, field: value['field'] }).toEqual({ status, field })
  expect(fake.violations().length).toBe(before + 1)
}

describe('a payment is refused, and noted,', () => {
  test.each<[string, object, string]>([
    ['with a field that is unknown', { colour: 'red' }, 'colour'],
    ['with an issuer', { issuer: 'ideal_INGBNL2A' }, 'issuer'],
    ['without an amount', { amount: undefined }, 'amount'],
    ['without a description', { description: undefined }, 'description'],
    ['without a way back', { redirectUrl: undefined }, 'redirectUrl'],
    ['with a number for an amount', { amount: 80 }, 'amount'],
    ['with a number in the amount', { amount: { currency: 'CHF', value: 80 } }, 'amount'],
    ['with more in the amount', { amount: { currency: 'CHF', value: '80.00', x: 1 } }, 'amount'],
    ['with too few decimals', { amount: { currency: 'CHF', value: '80' } }, 'amount'],
    ['with too many decimals', { amount: { currency: 'CHF', value: '80.000' } }, 'amount'],
    ['with decimals of a yen', { amount: { currency: 'JPY', value: '80.00' } }, 'amount'],
    ['with small letters', { amount: { currency: 'chf', value: '80.00' } }, 'amount'],
    ['with nothing to pay', { amount: { currency: 'CHF', value: '0.00' } }, 'amount'],
    ['with a long description', { description: 'a'.repeat(256) }, 'description'],
    ['with a relative address', { redirectUrl: '/back' }, 'redirectUrl'],
    ['with an address of another kind', { webhookUrl: 'ftp://example.org' }, 'webhookUrl'],
    ['with a language', { locale: 'de' }, 'locale'],
    ['with long metadata', { metadata: { a: 'a'.repeat(1100) } }, 'metadata'],
    ['to be captured later', { captureMode: 'manual' }, 'captureMode'],
    ['with a profile, by a key', { profileId: 'pfl_own' }, 'profileId'],
    ['with a mode, by a key', { testmode: true }, 'testmode'],
    ['with a fee of another form', { applicationFee: { amount: '1.00' } }, 'applicationFee'],
  ])('%s', async (_, changes, field) => {
    await expectNoted(create(changes), 422, field)
  })

  test.each([
    ['with a key of no version 4', { 'idempotency-key': '1-CHARGE-1' }, 422],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 422],
  ])('%s', async (_, headers, status) => {
    await expectNoted(create({}, headers), status)
  })

  test('as broken JSON', async () => {
    await expectNoted(ask('POST', '/v2/payments', { body: '{' }), 400)
  })

  test('with a query', async () => {
    await expectNoted(ask('POST', '/v2/payments?testmode=true', { body: PAYMENT }))
  })
})

describe('a call is refused, and noted,', () => {
  test.each([
    ['POST', '/v2/orders', 404, undefined],
    ['GET', '/v2/payments?limit=251', 422, 'limit'],
    ['GET', '/v2/payments?testmode=true', 422, 'testmode'],
    ['GET', '/v2/methods?country=NL', 422, 'country'],
    ['GET', '/v2/refunds?embed=everything', 422, 'embed'],
    ['GET', '/v2/profiles/me?x=1', 422, 'x'],
  ])('%s %s', async (method, path, status, field) => {
    await expectNoted(ask(method, path), status, field)
  })

  test.each([
    ['amount', { description: 'x', metadata: {} }],
    ['description', { amount: PAYMENT.amount, metadata: {} }],
    ['metadata', { amount: PAYMENT.amount, description: 'x' }],
  ])('a refund without its %s', async (field, body) => {
    const id = await startPayment()
    await fake.buyer(id, 'pay')
    await expectNoted(ask('POST', `/v2/payments/${id}/refunds`, { body }), 422, field)
  })
})

describe('a payment is turned down', () => {
  test.each<[string, object, string]>([
    ['by a method that does not exist', { method: 'cash' }, 'method'],
    ['by one that is closed', { method: 'inghomepay', amount: { currency: 'EUR', value: '1.00' } }, 'method'],
    ['in a currency of another method', { method: 'ideal' }, 'amount'],
    ['of too much', { amount: { currency: 'CHF', value: '10000.01' } }, 'amount'],
    ['with a fee, by a key', { applicationFee: { amount: PAYMENT.amount, description: 'x' } }, 'applicationFee'],
  ])('%s', async (_, changes, field) => {
    const { status, value } = await create(changes)
    expect({ status, field: value['field'] }).toEqual({ status: 422, field })
  })

  test.each(['Bearer test_of_nobody', 'Bearer access_of_nobody', 'Basic x', ''])('for %j', async authorization => {
    expect((await create({}, { authorization })).status).toBe(401)
  })
})

describe('keys for repetitions', () => {
  test('answer the same for an hour, and make another payment after it', async () => {
    const headers = { 'idempotency-key': uuid() }
    const first = await create({}, headers)
    clock.pass(minutes(59))
    expect(await create({}, headers)).toEqual(first)
    clock.pass(minutes(1))
    expect((await create({}, headers)).value['id']).not.toBe(first.value['id'])
  })

  test('answer the same refusal', async () => {
    const headers = { 'idempotency-key': uuid() }
    fake.profile.methods.delete('creditcard')
    expect((await create({}, headers)).status).toBe(422)
    fake.profile.methods.add('creditcard')
    expect((await create({}, headers)).status).toBe(422)
  })

  test('are good for one request', async () => {
    const headers = { 'idempotency-key': uuid() }
    await create({}, headers)
    await expectNoted(create({ description: 'another' }, headers))
  })
})

test('two modes know nothing of each other', async () => {
  const id = await startPayment()
  const headers = { authorization: `Bearer ${live}` }
  expect((await ask('GET', `/v2/payments/${id}`, { headers })).status).toBe(404)
  expect((await ask('GET', '/v2/payments', { headers })).value['count']).toBe(0)
})

describe('the platform', () => {
  const { MOLLIE_CONNECT_CLIENT_ID: app = '', MOLLIE_CONNECT_CLIENT_SECRET: secret = '' } = fake.platform
  const exchange = (body: string, credentials = `${app}:${secret}`) =>
    ask('POST', '/oauth2/tokens', {
      body,
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
  const FORM = `grant_type=refresh_token&refresh_token=${fake.platform['MOLLIE_CONNECT_REFRESH_TOKEN'] ?? ''}`
  const byToken = async () => {
    const { value } = await exchange(FORM)
    return { authorization: `Bearer ${String(value['access_token'])}` }
  }
  const profileId = fake.platform['MOLLIE_CONNECT_PROFILE_ID']

  test('exchanges its refresh token for a token of an hour', async () => {
    const headers = await byToken()
    const read = () => ask('GET', `/v2/payments?profileId=${String(profileId)}`, { headers })
    clock.pass(minutes(59))
    expect((await read()).status).toBe(200)
    clock.pass(minutes(1))
    expect((await read()).status).toBe(401)
  })

  test.each([
    ['the secret', FORM, 'x:y', 401],
    ['the token', 'grant_type=refresh_token&refresh_token=x', undefined, 400],
  ])('is refused for the wrong %s', async (_, body, credentials, status) => {
    expect((await exchange(body, credentials)).status).toBe(status)
  })

  test('is refused, and noted, for another form', async () => {
    await expectNoted(exchange('grant_type=authorization_code&code=1'), 400)
  })

  test('has to say for whom', async () => {
    const headers = await byToken()
    await expectNoted(create({}, headers), 422, 'profileId')
    await expectNoted(create({ profileId: 'pfl_other' }, headers), 422, 'profileId')
    expect((await create({ profileId, testmode: true }, headers)).status).toBe(201)
  })

  test('takes a fee that leaves something', async () => {
    const headers = await byToken()
    const fee = (value: string) => ({
      profileId,
      applicationFee: { amount: { currency: 'CHF', value }, description: 'Fee' },
    })
    expect((await create(fee('79.99'), headers)).status).toBe(201)
    expect((await create(fee('80.00'), headers)).value['field']).toBe('applicationFee')
  })
})

describe('what Mollie reports', () => {
  test('an open payment has a page and an end, and a paid one neither', async () => {
    const { value } = await create()
    expect(value).toMatchObject({
      resource: 'payment',
      mode: 'test',
      status: 'open',
      amount: PAYMENT.amount,
      metadata: PAYMENT.metadata,
      isCancelable: true,
      expiresAt: expect.any(String),
      _links: { checkout: { href: expect.stringContaining(fake.url) } },
    })
    await fake.buyer(String(value['id']), 'pay')
    const { value: paid } = await ask('GET', `/v2/payments/${String(value['id'])}`)
    expect(paid).toMatchObject({ status: 'paid', paidAt: expect.any(String), isCancelable: false })
    expect(paid).not.toHaveProperty('expiresAt')
    expect(paid['_links']).not.toHaveProperty('checkout')
  })

  test('the shop is notified of ends, refunds and chargebacks, by an id and nothing else', async () => {
    const ids = [await startPayment(), await startPayment(), await startPayment(), await startPayment()] as const
    await fake.buyer(ids[0], 'pay-later')
    expect(fake.messages.waiting()).toBe(0)
    await fake.office.settle(ids[0])
    await fake.buyer(ids[1], 'decline')
    await fake.buyer(ids[2], 'cancel')
    fake.passes(minutes(15))
    await fake.office.refund(ids[0], 100n)
    await fake.office.dispute(ids[0], 'open')
    expect(await fake.messages.deliver()).toEqual([200, 200, 200, 200, 200, 200])
    const expected = [ids[0], ids[1], ids[2], ids[3], ids[0], ids[0]].map(id => `id=${id}`)
    expect(shop.received.map(({ body }) => body)).toEqual(expected)
    expect(shop.received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  })

  test('what was not taken is sent again, what was dropped never', async () => {
    shop.answer(500)
    await fake.buyer(await startPayment(), 'pay')
    expect(await fake.messages.deliver()).toEqual([500])
    shop.answer(200)
    expect(await fake.messages.redeliver()).toEqual([200])
    expect(await fake.messages.redeliver()).toEqual([])
    await fake.buyer(await startPayment(), 'pay')
    fake.messages.drop()
    expect(await fake.messages.deliver()).toEqual([])
  })

  test('reversed, twice, by itself, and by a stranger', async () => {
    const [first, second] = [await startPayment(), await startPayment()]
    await fake.buyer(first, 'pay')
    await fake.buyer(second, 'pay')
    await fake.messages.deliver('reversed')
    await fake.office.refund(first)
    await fake.messages.deliver('twice')
    expect(await fake.messages.forge(second)).toBe(200)
    fake.messages.automatic(true)
    await fake.office.refund(second)
    await expect.poll(() => shop.received.length).toBe(6)
    expect(shop.received.map(({ body }) => body)).toEqual(
      [second, first, first, first, second, second].map(id => `id=${id}`),
    )
  })
})

describe('a shop may cancel', () => {
  test('what no buyer has begun to pay, and what is left', async () => {
    const fresh = await startPayment()
    expect((await ask('DELETE', `/v2/payments/${fresh}`)).value).toMatchObject({ status: 'canceled' })
    const started = await startPayment()
    await fake.buyer(started, 'abandon')
    expect((await ask('DELETE', `/v2/payments/${started}`)).status).toBe(422)
    expect(await stateOf(started)).toBe('open')
    fake.passes(minutes(15))
    expect(await stateOf(started)).toBe('expired')
  })

  test('nothing that does not exist', async () => {
    expect((await ask('DELETE', '/v2/payments/tr_1')).status).toBe(404)
  })
})

describe('refunds', () => {
  const refund = (id: string, value: string) =>
    ask('POST', `/v2/payments/${id}/refunds`, {
      body: { amount: { currency: 'CHF', value }, description: 'x', metadata: { refund: '1' } },
    })

  test('are of what was paid, and not twice in a moment', async () => {
    const id = await startPayment()
    expect((await refund(id, '1.00')).status).toBe(422)
    await fake.buyer(id, 'pay')
    expect((await refund(id, '80.01')).value['field']).toBe('amount')
    expect((await refund(id, '30.00')).value).toMatchObject({ resource: 'refund', status: 'refunded' })
    expect((await refund(id, '30.00')).status).toBe(409)
    fake.passes(minutes(1))
    expect((await refund(id, '30.00')).status).toBe(201)
    expect((await ask('GET', `/v2/payments/${id}`)).value).toMatchObject({
      status: 'paid',
      amountRefunded: { value: '60.00' },
      amountRemaining: { value: '20.00' },
    })
  })

  test('that fail later were never in the books', async () => {
    const id = await startPayment({ metadata: { transactionId: 'F' } })
    await fake.buyer(id, 'pay')
    fake.office.refundsGo('fail-later')
    expect((await refund(id, '30.00')).value['status']).toBe('pending')
    await fake.office.endRefunds()
    expect(fake.books().filter(({ transactionId }) => transactionId === 'F')).toMatchObject([{ kind: 'charge' }])
    expect((await ask('GET', `/v2/payments/${id}`)).value).toMatchObject({ amountRefunded: { value: '0.00' } })
  })
})

describe('lists', () => {
  test('have the newest first, page by page', async () => {
    clock.pass(hours(1))
    const ids = [await startPayment(), await startPayment(), await startPayment()]
    const { value } = await ask('GET', '/v2/payments?limit=2')
    const answered = (page: Value) =>
      (page as { _embedded: { payments: Value[] } })._embedded.payments.map(({ id }) => id)
    expect(answered(value)).toEqual([ids[2], ids[1]])
    expect(value['_links']).toMatchObject({ next: { href: expect.stringContaining(`from=${ids[0] ?? ''}`) } })
    expect(answered((await ask('GET', `/v2/payments?limit=2&from=${ids[0] ?? ''}`)).value)[0]).toBe(ids[0])
    expect((await ask('GET', '/v2/payments?from=tr_1')).status).toBe(422)
  })

  test('of methods go by sum and country; without a sum they are those for euros', async () => {
    const idsOf = async (query: string) => {
      const { value } = await ask('GET', `/v2/methods${query}`)
      return (value as { _embedded: { methods: Value[] } })._embedded.methods.map(({ id }) => id)
    }
    expect(await idsOf('')).not.toContain('twint')
    expect(await idsOf('')).not.toContain('applepay')
    expect(await idsOf('?includeWallets=applepay')).toContain('applepay')
    expect(await idsOf('?amount[value]=80.00&amount[currency]=CHF')).toEqual(['creditcard', 'twint'])
    expect(await idsOf('?amount[value]=80.00&amount[currency]=CHF&billingCountry=DE')).toEqual(['creditcard'])
    expect((await ask('GET', '/v2/methods?amount[value]=80.00')).status).toBe(422)
  })
})

test('moods', async () => {
  fake.misbehave('down', { count: 1, of: /POST/ })
  expect((await ask('GET', '/v2/profiles/me')).status).toBe(200)
  expect((await create()).status).toBe(500)
  fake.misbehave('busy', { count: 1 })
  expect((await create()).status).toBe(429)
  fake.misbehave('slow', { count: 1 })
  expect((await create()).status).toBe(201)
  fake.misbehave('nonsense', { count: 1 })
  await expect(create()).rejects.toThrow('JSON')
  const count = async () => Number((await ask('GET', '/v2/payments?limit=250')).value['count'])
  const before = await count()
  fake.misbehave('unreachable', { count: 1 })
  await expect(create()).rejects.toThrow('fetch failed')
  expect(await count()).toBe(before)
  fake.misbehave('lost', { count: 1 })
  await expect(create()).rejects.toThrow('fetch failed')
  expect(await count()).toBe(before + 1)
})
