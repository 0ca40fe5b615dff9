import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#domain/foundation/instant.ts'
import { aClock } from '#tests/fakes/stripe/a-payment.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'

// Whether the stand-in of Saferpay refuses what Saferpay would, and reports what Saferpay reports.

const clock = aClock()
const shop = await aShop()
const fake = await saferpayInTests({ notify: shop.url, now: clock.now, slowMs: 1 })

/** Records what comes, and answers as set. */
async function aShop() {
  const received: string[] = []
  let status = 200
  const server = createServer((request, response) => {
    received.push(`${request.method ?? ''} ${request.url ?? ''}`)
    response.writeHead(status).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return { url, received, answer: (next: number) => void (status = next) }
}

type Json = Record<string, unknown>

const { SAFERPAY_API_USERNAME: user = '', SAFERPAY_API_PASSWORD: password = '' } = fake.settings
const HEADERS = {
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  'content-type': 'application/json; charset=utf-8',
  accept: 'application/json',
}

let count = 0
const header = (more: Json = {}) => {
  count += 1
  return { SpecVersion: '1.53', CustomerId: '123456', RequestId: `T${String(count)}`, RetryIndicator: 0, ...more }
}

async function post(path: string, body: Json, headers: Record<string, string> = {}) {
  const sent = JSON.stringify({ RequestHeader: header(), ...body })
  const init = { method: 'POST', headers: { ...HEADERS, ...headers }, body: sent }
  const response = await fetch(`${fake.url}/Payment/v1/${path}`, init)
  return { status: response.status, value: (await response.json()) as Json }
}

const pageBody = (more: Json = {}, amount: Json = {}): Json => ({
  TerminalId: '17654321',
  Payment: {
    Amount: { Value: '8000', CurrencyCode: 'CHF', ...amount },
    OrderId: `AB12CD34-${String(count)}`,
    Description: '2 tickets',
  },
  PaymentMethods: ['VISA'],
  ReturnUrl: { Url: 'https://tickets.example.org/back' },
  Notification: {
    SuccessNotifyUrl: 'https://tickets.example.org/told/success?key=k',
    FailNotifyUrl: 'https://tickets.example.org/told/fail?key=k',
  },
  Condition: 'THREE_DS_AUTHENTICATION_SUCCESSFUL_OR_ATTEMPTED',
  ...more,
})

async function aPage(more: Json = {}, amount: Json = {}): Promise<string> {
  const { value } = await post('PaymentPage/Initialize', pageBody(more, amount))
  return String(value['Token'])
}

const assert = (token: string) => post('PaymentPage/Assert', { Token: token })
const capture = (id: string) => post('Transaction/Capture', { TransactionReference: { TransactionId: id } })
const transactionIn = ({ value }: { value: Json }) => value['Transaction'] as Record<string, string>

async function taken(more: Json = {}, amount: Json = {}) {
  const token = await aPage(more, amount)
  await fake.buyer(token, 'pay')
  const { Id: id = '' } = transactionIn(await assert(token))
  const captured = await capture(id)
  return { token, id, capture: String(captured.value['CaptureId']) }
}

let seen = 0
const newViolations = () => {
  const found = fake.violations().slice(seen)
  seen += found.length
  return found
}

beforeEach(() => {
  fake.misbehave('usual')
  shop.answer(200)
  fake.messages.drop()
  shop.received.length = 0
  newViolations()
})

describe('a request is refused, and noted,', () => {
  test.each([
    ['with a field that is unknown', { Colour: 'red' }],
    ['with the addresses of return of before', { ReturnUrls: { Success: 'https://a', Fail: 'https://b' } }],
    ['with one address for messages', { Notification: { NotifyUrl: 'https://tickets.example.org' } }],
    ['with an address of a mail', { Payer: { Email: 'a@example.org' } }],
    ['with a method that is gone', { PaymentMethods: ['POSTFINANCE'] }],
    ['with a wallet among the methods', { PaymentMethods: ['APPLEPAY'] }],
    ['with another condition', { Condition: 'PLEASE' }],
    ['with a short terminal', { TerminalId: '1234' }],
    ['with a relative address', { ReturnUrl: { Url: '/back' } }],
    ['with a long address', { ReturnUrl: { Url: `https://a.example.org/${'a'.repeat(2000)}` } }],
    ['with a header of another version', { RequestHeader: header({ SpecVersion: '1.18' }) }],
    ['with a tenth repetition', { RequestHeader: header({ RetryIndicator: 10 }) }],
    ['with a long id', { RequestHeader: header({ RequestId: 'a'.repeat(51) }) }],
    ['with spaces in its id', { RequestHeader: header({ RequestId: 'a b' }) }],
  ])('%s', async (_, more) => {
    const { status, value } = await post('PaymentPage/Initialize', pageBody(more))
    expect([status, value['ErrorName']]).toEqual([400, 'VALIDATION_FAILED'])
    expect(newViolations()).toHaveLength(1)
  })

  test.each([
    ['as a number', { Value: 8000 }],
    ['with decimals', { Value: '80.00' }],
    ['of nothing', { Value: '0' }],
    ['in small letters', { CurrencyCode: 'chf' }],
  ])('with a sum %s', async (_, amount) => {
    expect((await post('PaymentPage/Initialize', pageBody({}, amount))).status).toBe(400)
    expect(newViolations()).toHaveLength(1)
  })

  test.each([
    [415, { 'content-type': 'text/plain' }],
    [406, { accept: 'text/html' }],
    [403, { cookie: 'session=1' }],
  ])('with %s for its headers', async (status, headers) => {
    expect((await post('PaymentPage/Initialize', pageBody(), headers)).status).toBe(status)
    expect(newViolations()).toHaveLength(1)
  })

  test('without its user', async () => {
    const { status, value } = await post('PaymentPage/Initialize', pageBody(), { authorization: 'Basic eDp5' })
    expect([status, value['ErrorName']]).toEqual([401, 'AUTHENTICATION_FAILED'])
  })

  test('of a call that there is not', async () => {
    expect((await post('Transaction/Settle', {})).status).toBe(404)
    expect(newViolations()).toHaveLength(1)
  })
})

test('an id of a request is for one request; sent again with it, another page is made', async () => {
  const body = { ...pageBody(), RequestHeader: header() }
  const first = await post('PaymentPage/Initialize', body)
  const second = await post('PaymentPage/Initialize', body)
  expect(first.value['Token']).not.toBe(second.value['Token'])
  expect(newViolations()).toEqual([])
  await post('PaymentPage/Initialize', { ...body, PaymentMethods: ['MASTERCARD'] })
  expect(newViolations()).toEqual([expect.stringContaining('something else')])
})

test('who asks again and again is noted, unless something has happened', async () => {
  const token = await aPage()
  expect((await assert(token)).value['ErrorName']).toBe('TRANSACTION_NOT_STARTED')
  clock.pass(minutes(1))
  await assert(token)
  expect(newViolations()).toEqual([])
  await assert(token)
  expect(newViolations()).toEqual([expect.stringContaining('again after 0 ms')])
  await fake.buyer(token, 'pay')
  await assert(token)
  await assert(token)
  expect(newViolations()).toEqual([])
})

describe('a token', () => {
  test('is valid for a day, and for five while the payment is pending', async () => {
    const [left, pending] = [await aPage(), await aPage()]
    await fake.buyer(pending, 'pay-later')
    clock.pass(hours(24) + 1)
    expect((await assert(left)).value['ErrorName']).toBe('TOKEN_EXPIRED')
    expect(transactionIn(await assert(pending))).toMatchObject({ Status: 'PENDING' })
    clock.pass(hours(96))
    expect((await assert(pending)).value['ErrorName']).toBe('TOKEN_EXPIRED')
    expect((await assert('nothing')).value['ErrorName']).toBe('TOKEN_INVALID')
  })
})

describe('money', () => {
  test('that is reserved is taken once, or released, not both', async () => {
    const { id } = await taken()
    expect((await capture(id)).value['ErrorName']).toBe('TRANSACTION_ALREADY_CAPTURED')
    const reference = { TransactionReference: { TransactionId: id } }
    expect((await post('Transaction/Cancel', reference)).value['ErrorName']).toBe('TRANSACTION_ALREADY_CAPTURED')
    expect((await capture('nothing')).value['ErrorName']).toBe('TRANSACTION_NOT_FOUND')
  })

  test('goes back when the refund is captured, and no sooner', async () => {
    const { capture: captureId } = await taken()
    const lines = fake.books().length
    const refund = { Amount: { Value: '3000', CurrencyCode: 'CHF' }, RestrictRefundAmountToCapturedAmount: true }
    const sent = await post('Transaction/Refund', { Refund: refund, CaptureReference: { CaptureId: captureId } })
    expect(transactionIn(sent)).toMatchObject({ Type: 'REFUND', Status: 'AUTHORIZED' })
    expect(fake.books()).toHaveLength(lines)
    await capture(transactionIn(sent)['Id'] ?? '')
    expect(fake.books().at(-1)).toMatchObject({ kind: 'refund', amount: 3000n })
  })

  test('goes back beyond what was paid, unless asked not to, which is noted', async () => {
    const { capture: captureId } = await taken()
    const refund = { Amount: { Value: '9000', CurrencyCode: 'CHF' } }
    const reference = { CaptureReference: { CaptureId: captureId } }
    expect((await post('Transaction/Refund', { Refund: refund, ...reference })).status).toBe(200)
    expect(newViolations()).toEqual([expect.stringContaining('without a limit')])
    const limited = { ...refund, RestrictRefundAmountToCapturedAmount: true }
    expect((await post('Transaction/Refund', { Refund: limited, ...reference })).value['ErrorName']).toBe(
      'AMOUNT_INVALID',
    )
  })

  test('by TWINT goes back after two hours', async () => {
    const { capture: captureId } = await taken({ PaymentMethods: ['TWINT'] })
    const refund = { Amount: { Value: '100', CurrencyCode: 'CHF' }, RestrictRefundAmountToCapturedAmount: true }
    const send = () => post('Transaction/Refund', { Refund: refund, CaptureReference: { CaptureId: captureId } })
    expect((await send()).value['ErrorName']).toBe('ACTION_NOT_SUPPORTED')
    clock.pass(hours(2))
    expect((await send()).status).toBe(200)
  })

  test('refunded in the back office is in the books, without a notification; disputes come by letter', async () => {
    const { token } = await taken()
    fake.messages.drop()
    await fake.office.refund(token, 100n)
    expect(fake.books().at(-1)).toMatchObject({ kind: 'refund', amount: 100n })
    expect(fake.messages.waiting()).toBe(0)
    await expect(fake.office.dispute(token, 'open')).rejects.toThrow('letter')
  })
})

describe('messages', () => {
  test.each([
    ['pay', 'success'],
    ['decline', 'fail'],
    ['authenticate-and-fail', 'fail'],
    ['cancel', 'fail'],
  ] as const)('after %s go to the address for %s', async (act, end) => {
    await fake.buyer(await aPage(), act)
    expect(await fake.messages.deliver()).toEqual([200])
    expect(shop.received).toEqual([`GET /told/${end}?key=k`])
  })

  test('that were refused are sent again, and a forged one has another key', async () => {
    const token = await aPage()
    await fake.buyer(token, 'pay')
    shop.answer(500)
    expect(await fake.messages.deliver('twice')).toEqual([500, 500])
    shop.answer(200)
    expect(await fake.messages.redeliver()).toEqual([200, 200])
    await fake.messages.forge(token)
    expect(shop.received.at(-1)).toBe('GET /told/success?key=a-guess')
  })

  test('come by themselves when they are let', async () => {
    fake.messages.automatic(true)
    await fake.buyer(await aPage(), 'pay')
    await expect.poll(() => shop.received).toEqual(['GET /told/success?key=k'])
    fake.messages.automatic(false)
  })
})

describe('amounts for tests', () => {
  test.each([
    ['6611', 1],
    ['6615', 600],
  ])('TWINT of %s takes %s seconds', async (Value, seconds) => {
    const token = await aPage({ PaymentMethods: ['TWINT'] }, { Value })
    await fake.buyer(token, 'pay')
    expect(transactionIn(await assert(token))).toMatchObject({ Status: 'PENDING' })
    fake.passes(seconds * 1000)
    expect(fake.messages.waiting()).toBe(1)
    expect(transactionIn(await assert(token))).toMatchObject({ Status: 'AUTHORIZED' })
  })

  test.each([
    ['6651', 'TRANSACTION_DECLINED'],
    ['6661', 'TRANSACTION_ABORTED'],
  ])('TWINT of %s ends as %s', async (Value, name) => {
    const token = await aPage({ PaymentMethods: ['TWINT'] }, { Value })
    await fake.buyer(token, 'pay')
    expect((await assert(token)).value['ErrorName']).toBe(name)
  })

  test('iDEAL of 490 is undecided at the return, and reported ten minutes later', async () => {
    const token = await aPage({ PaymentMethods: ['IDEAL'] }, { Value: '490', CurrencyCode: 'EUR' })
    await fake.buyer(token, 'pay')
    expect((await assert(token)).value['ErrorName']).toBe('TRANSACTION_IN_WRONG_STATE')
    fake.passes(minutes(10))
    expect(fake.messages.waiting()).toBe(1)
    expect(transactionIn(await assert(token))).toMatchObject({ Status: 'CAPTURED' })
  })
})
