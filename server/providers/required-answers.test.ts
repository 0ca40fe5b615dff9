import { describe, expect, test } from 'vitest'
import { heldAnswers, missingIn } from '#tests/fakes/held-answers.ts'
import { listener } from '#tests/fakes/listener.ts'
import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import type { ProviderFake } from '#tests/fakes/provider-fake.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'

// Each answer of a stand-in, and each message it sends, has what the vendor documents as required (tests/fakes/*/required.ts). In every other
// test an answer that lacks something is a violation of the stand-in; here each kind of answer is asked for.

const shop = await listener()
const options = { notify: shop.url, slowMs: 1 }

type Json = Readonly<Record<string, unknown>>

let keys = 0

/** Asks the stand-in, with a key of its own for each request. */
function asking({ url }: Pick<ProviderFake, 'url'>, keyName: string, headers: Readonly<Record<string, string>>) {
  return async (call: string, body?: string | Json, more: Readonly<Record<string, string>> = {}): Promise<Json> => {
    const [method = '', path = ''] = call.split(' ')
    const form = typeof body === 'string' ? 'application/x-www-form-urlencoded' : headers['content-type']
    const key = `00000000-0000-4000-8000-${String((keys += 1)).padStart(12, '0')}`
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...headers,
        ...(method === 'POST' && { [keyName]: key }),
        ...(form !== undefined && { 'content-type': form }),
        ...more,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return (await response.json()) as Json
  }
}

function expectWhole({ answers, violations }: ProviderFake): void {
  expect(answers.incomplete()).toEqual([])
  expect(answers.unseen()).toEqual([])
  expect(violations()).toEqual([])
}

describe('an answer', () => {
  test.each([
    [{ a: null }, ['a'], []],
    [{}, ['a'], ['a']],
    [{ a: { b: 1 } }, ['a.b', 'a.c'], ['a.c']],
    [{ a: [{ b: 1 }, {}] }, ['a[].b'], ['a[].b']],
    [{ a: [] }, ['a[].b'], []],
    [{ a: {} }, ['a[]'], ['a[]']],
    [{ b: null }, ['a?.c', 'b?.c'], []],
    [{ a: {} }, ['a?.c'], ['a?.c']],
  ])('of %j is held against %j', (body, fields, missing) => {
    expect(missingIn(body, fields)).toEqual(missing)
  })

  test('of which the table knows nothing is incomplete, and so is an object of an unknown kind', () => {
    const held = heldAnswers({ answers: [], refusals: [], objects: { kind: 'object', fields: { charge: ['id'] } } })
    held.hold({ call: 'GET /x', status: 200, body: { data: [{ object: 'charge' }, { object: 'card' }] } })
    expect(held.incomplete()).toEqual([
      'GET /x: answer without a row in the table',
      'GET /x: card without a row in the table',
      'GET /x: charge without id',
    ])
  })
})

test('Stripe', async () => {
  const fake = await stripeInTests(options)
  const ask = asking(fake, 'idempotency-key', {
    authorization: `Bearer ${fake.settings['STRIPE_SECRET_KEY'] ?? ''}`,
    'stripe-version': '2026-10-28.endive',
  })
  const { id } = await ask('POST /v1/payment_intents', 'amount=8000&currency=chf&metadata[transactionId]=1')
  await fake.buyer(String(id), 'pay')
  fake.passes(120_000)
  await ask(`GET /v1/payment_intents/${String(id)}?expand[]=latest_charge.balance_transaction`)
  await ask(`GET /v1/payment_intents/search?query=${encodeURIComponent("metadata['transactionId']:'1'")}`)
  await ask('GET /v1/balance_transactions?expand[]=data.source')
  await ask('POST /v1/refunds', `payment_intent=${String(id)}&amount=100`)
  await fake.office.dispute(String(id), 'open')
  for (const path of [`refunds?payment_intent=${String(id)}`, `disputes?payment_intent=${String(id)}`, 'account'])
    await ask(`GET /v1/${path}`)
  await ask('GET /v1/webhook_endpoints')
  await ask('GET /v1/charges/ch_1')
  expectWhole(fake)
})

test('PayPal', async () => {
  const fake = await paypalInTests(options)
  const { PAYPAL_CLIENT_ID: client = '', PAYPAL_CLIENT_SECRET: secret = '' } = fake.settings
  const tokens = asking(fake, 'x-key', {})
  const grant = 'grant_type=client_credentials'
  const basic = (by: string) => ({ authorization: `Basic ${Buffer.from(`${client}:${by}`).toString('base64')}` })
  await tokens('POST /v1/oauth2/token', grant, basic('another'))
  const { access_token: token } = await tokens('POST /v1/oauth2/token', grant, basic(secret))
  const ask = asking(fake, 'paypal-request-id', {
    authorization: `Bearer ${String(token)}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
  })
  const back = { return_url: 'https://tickets.example.org/a', cancel_url: 'https://tickets.example.org/b' }
  const context = { ...back, shipping_preference: 'NO_SHIPPING', user_action: 'CONTINUE' }
  const { id } = await ask('POST /v2/checkout/orders', {
    intent: 'CAPTURE',
    purchase_units: [{ custom_id: '17', amount: { currency_code: 'CHF', value: '80.00' } }],
    payment_source: { paypal: { experience_context: context } },
  })
  await fake.buyer(String(id), 'pay')
  await ask(`POST /v2/checkout/orders/${String(id)}/capture`, {})
  const order = JSON.stringify(await ask(`GET /v2/checkout/orders/${String(id)}`))
  const [, captureId = ''] = /"captures":\[\{"id":"(\w+)"/.exec(order) ?? []
  await ask(`GET /v2/payments/captures/${captureId}`)
  const { id: refundId } = await ask(`POST /v2/payments/captures/${captureId}/refund`, {
    amount: { currency_code: 'CHF', value: '1.00' },
  })
  await ask(`GET /v2/payments/refunds/${String(refundId)}`)
  await fake.office.dispute(String(id), 'open')
  const { items } = await ask(`GET /v1/customer/disputes?disputed_transaction_id=${captureId}`)
  const [, disputeId = ''] = /"dispute_id":"([\w-]+)"/.exec(JSON.stringify(items)) ?? []
  await ask(`GET /v1/customer/disputes/${disputeId}`)
  await ask('GET /v1/notifications/webhooks')
  await ask('GET /v2/payments/captures/NONE')
  expectWhole(fake)
})

test('Mollie', async () => {
  const fake = await mollieInTests(options)
  const ask = asking(fake, 'idempotency-key', { authorization: `Bearer ${fake.settings['MOLLIE_API_KEY'] ?? ''}` })
  const json = { 'content-type': 'application/json' }
  await ask('POST /oauth2/tokens', 'grant_type=refresh_token')
  const { platform } = fake
  const credentials = `${platform['MOLLIE_CONNECT_CLIENT_ID'] ?? ''}:${platform['MOLLIE_CONNECT_CLIENT_SECRET'] ?? ''}`
  const grant = `grant_type=refresh_token&refresh_token=${platform['MOLLIE_CONNECT_REFRESH_TOKEN'] ?? ''}`
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  await ask('POST /oauth2/tokens', grant, { authorization })
  const payment = { description: 'x', redirectUrl: 'https://tickets.example.org/', metadata: { transactionId: '1' } }
  const { id } = await ask('POST /v2/payments', { ...payment, amount: { currency: 'EUR', value: '80.00' } }, json)
  await fake.buyer(String(id), 'pay')
  const one = { amount: { currency: 'EUR', value: '1.00' }, description: 'x', metadata: { refund: '1' } }
  const { id: refund } = await ask(`POST /v2/payments/${String(id)}/refunds`, one, json)
  await fake.office.dispute(String(id), 'open')
  for (const path of [`${String(id)}`, `${String(id)}/refunds`, `${String(id)}/refunds/${String(refund)}`])
    await ask(`GET /v2/payments/${path}`)
  for (const path of ['payments', 'refunds?embed=payment', 'chargebacks?embed=payment', 'methods', 'profiles/me'])
    await ask(`GET /v2/${path}`)
  await ask(`GET /v2/payments/${String(id)}/chargebacks`)
  await ask('GET /v2/payments/tr_none')
  expectWhole(fake)
})

test('Saferpay', async () => {
  const fake = await saferpayInTests(options)
  const { SAFERPAY_API_USERNAME: user = '', SAFERPAY_API_PASSWORD: password = '' } = fake.settings
  const call = asking(fake, 'x-key', {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
  })
  const ask = (path: string, body: Json) => {
    const RequestHeader = { SpecVersion: '1.53', CustomerId: '123456', RequestId: `T${(keys += 1)}`, RetryIndicator: 0 }
    return call(`POST /Payment/v1/${path}`, { RequestHeader, ...body })
  }
  const Amount = { Value: '8000', CurrencyCode: 'CHF' }
  const aPayment = async (orderId: string): Promise<string> => {
    const { Token } = await ask('PaymentPage/Initialize', {
      TerminalId: '17654321',
      Payment: { Amount, OrderId: orderId, Description: '2 tickets' },
      PaymentMethods: ['VISA'],
      ReturnUrl: { Url: 'https://tickets.example.org/back' },
      Notification: {
        SuccessNotifyUrl: 'https://tickets.example.org/a?key=k',
        FailNotifyUrl: 'https://tickets.example.org/b?key=k',
      },
      Condition: 'THREE_DS_AUTHENTICATION_SUCCESSFUL_OR_ATTEMPTED',
    })
    await fake.buyer(String(Token), 'pay')
    const { Transaction } = await ask('PaymentPage/Assert', { Token })
    return (Transaction as { readonly Id: string }).Id
  }
  const TransactionId = await aPayment('AB-1')
  const { CaptureId } = await ask('Transaction/Capture', { TransactionReference: { TransactionId } })
  await ask('Transaction/Inquire', { TransactionReference: { TransactionId } })
  await ask('Transaction/Refund', {
    Refund: { Amount, OrderId: 'AB-R1', RestrictRefundAmountToCapturedAmount: true },
    CaptureReference: { CaptureId },
  })
  await ask('Transaction/Cancel', { TransactionReference: { TransactionId: await aPayment('AB-2') } })
  await ask('Transaction/Cancel', { TransactionReference: { TransactionId: 'none' } })
  const management = { 'saferpay-apiversion': '1.14', 'saferpay-requestid': 'T0' }
  for (const what of ['license', 'terminals/17654321'])
    await call(`GET /rest/customers/123456/${what}`, undefined, management)
  expectWhole(fake)
})
