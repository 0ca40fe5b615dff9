import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { days, minutes } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { newSigner } from '#tests/fakes/paypal/certificate.ts'
import { listener } from '#tests/fakes/listener.ts'
import { settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import type { Delivery } from '#server/providers/port/online.ts'
import { certificatesFrom, isTrusted } from './message-signature.ts'
import { PAYPAL_SETTINGS } from './account.ts'
import { read, webhooksWith } from './webhooks.ts'

// Messages: what they are about, and whether PayPal has signed them.

const delivery = (body: unknown, headers: Record<string, string> = {}): Delivery => ({
  headers,
  parameters: {},
  query: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const event = (event_type: string, resource: unknown) => delivery({ id: 'WH-1', event_type, resource })
const up = (href: string) => [
  { rel: 'self', href: 'x' },
  { rel: 'up', href },
]

describe('a message', () => {
  test.each([
    ['CHECKOUT.ORDER.APPROVED', { id: '5O1', custom_id: '9' }, { by: 'reference', id: '5O1' }],
    ['PAYMENT.CAPTURE.COMPLETED', { id: '3C6', custom_id: '17' }, { by: 'transaction', id: '17' }],
    ['PAYMENT.CAPTURE.COMPLETED', { id: '3C6', custom_id: 'of another shop' }, { by: 'gateway', id: '3C6' }],
    [
      'PAYMENT.CAPTURE.REFUNDED',
      { id: '1JU', links: up('https://a/v2/payments/captures/3C6') },
      { by: 'gateway', id: '3C6' },
    ],
    [
      'PAYMENT.CAPTURE.REVERSED',
      { id: '3C6', links: up('https://a/v2/checkout/orders/5O1') },
      { by: 'gateway', id: '3C6' },
    ],
    [
      'CUSTOMER.DISPUTE.CREATED',
      { disputed_transactions: [{ seller_transaction_id: '3C6' }] },
      { by: 'gateway', id: '3C6' },
    ],
  ])('%s of %j is about its payment', (type, resource, payment) => {
    expect(read(event(type, resource))).toEqual({ kind: 'about', payment, key: 'WH-1' })
  })

  test.each(['BILLING.SUBSCRIPTION.CREATED', 'PAYMENT.SALE.COMPLETED', 'toString'])('%s is not for us', type => {
    expect(read(event(type, {})).kind).toBe('irrelevant')
  })

  test.each([
    ['no JSON', delivery('<html>')],
    ['no event', delivery({ id: 'WH-1' })],
    ['no order', event('CHECKOUT.ORDER.APPROVED', {})],
    ['no capture', event('PAYMENT.CAPTURE.COMPLETED', null)],
    ['no disputed payment', event('CUSTOMER.DISPUTE.CREATED', { disputed_transactions: [{}] })],
  ])('with %s is malformed', (_, message) => {
    expect(read(message).kind).toBe('malformed')
  })
})

const certificates = await listener()
const signer = newSigner()
const stranger = newSigner()
const settings = (id: string | null = '8PT') =>
  settingsOf(PAYPAL_SETTINGS)(id === null ? {} : { PAYPAL_WEBHOOK_ID: id })

/** A place of certificates; how often it was asked. */
function place(text = signer.certificate) {
  let requests = 0
  const at = {
    at: async (url: string) => {
      requests += 1
      const { X509Certificate } = await import('node:crypto')
      return url.startsWith('https://api.paypal.com/') ? new X509Certificate(text) : null
    },
  }
  return { certificates: at, requests: () => requests }
}

const BODY = '{"id":"WH-1","event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"5O1"},"summary":"Grüße"}'

type Signing = { by?: typeof signer; at?: number; webhook?: string; body?: string; headers?: Record<string, string> }

function signed({ by = signer, at = SOME_DAY, webhook = '8PT', body = BODY, headers = {} }: Signing = {}): Delivery {
  const id = randomUUID()
  const time = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
  return delivery(body, {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': by.sign(`${id}|${time}|${webhook}|${crc32(body)}`),
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-auth-algo': 'SHA256withRSA',
    ...headers,
  })
}

const isGenuine = (message: Delivery, own = settings()) => {
  const [webhook] = webhooksWith(place().certificates)
  return webhook?.isGenuine(message, own, SOME_DAY)
}

describe('a signed message', () => {
  test('is genuine, over the bytes as they came', async () => {
    expect(await isGenuine(signed())).toBe(true)
    const changed = signed()
    expect(await isGenuine({ ...changed, body: `${changed.body} ` })).toBe(false)
  })

  test.each([
    ['by a stranger', { by: stranger }],
    ['for another webhook', { webhook: '9ZZ' }],
    ['too long ago', { at: SOME_DAY - days(4) - 1000 }],
    ['in times to come', { at: SOME_DAY + minutes(6) }],
    ['by another algorithm', { headers: { 'paypal-auth-algo': 'MD5withRSA' } }],
    ['without an id', { headers: { 'paypal-transmission-id': '' } }],
    ['without a time', { headers: { 'paypal-transmission-time': 'yesterday' } }],
    ['at a time without a zone', { headers: { 'paypal-transmission-time': '2026-09-01T10:00:00' } }],
    ['with no signature', { headers: { 'paypal-transmission-sig': '' } }],
    ['with a certificate of elsewhere', { headers: { 'paypal-cert-url': 'https://paypal.com.evil.example/c' } }],
  ])('%s is not', async (_, signing) => {
    expect(await isGenuine(signed(signing))).toBe(false)
  })

  test('is not without the id of the webhook, or without headers', async () => {
    expect(await isGenuine(signed(), settings(null))).toBe(false)
    expect(await isGenuine(delivery(BODY))).toBe(false)
  })

  test.each([SOME_DAY - days(3), SOME_DAY + minutes(4)])(
    'of %s is: messages are sent again, and clocks differ',
    async at => {
      expect(await isGenuine(signed({ at }))).toBe(true)
    },
  )

  test('is not once the certificate has ended', async () => {
    const [webhook] = webhooksWith(place().certificates)
    const late = Date.UTC(2100, 0, 2)
    expect(await webhook?.isGenuine(signed({ at: late }), settings(), late as typeof SOME_DAY)).toBe(false)
  })
})

test.each([
  ['https://api.paypal.com/v1/notifications/certs/CERT-1', true],
  ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', true],
  ['https://paypal.com/c', true],
  ['http://api.paypal.com/c', false],
  ['https://api.paypal.com:8443/c', false],
  ['https://paypal.com.evil.example/c', false],
  ['https://evilpaypal.com/c', false],
  ['https://evil.example/paypal.com', false],
  ['https://api.paypal.com@evil.example/c', false],
  ['https://user@api.paypal.com/c', false],
  ['file:///etc/paypal.com', false],
  ['', false],
])('a certificate at %s is believed: %s', (address, isBelieved) => {
  expect(isTrusted(address, null)).toBe(isBelieved)
  expect(isTrusted(address, 'http://127.0.0.1:9')).toBe(false)
})

/** A place that answers with this. */
async function placeOf(text: string) {
  let served = 0
  const server = createServer((_, response) => {
    served += 1
    response.end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, served: () => served }
}

describe('certificates', () => {
  beforeEach(() => certificates.answer(200))

  test.each([
    ['messageverificationcerts.paypal.com', true],
    ['messageverificationcerts.sandbox.paypal.com', true],
    ['www.paypal.com', false],
    ['messageverificationcerts.paypal.com.evil.example', false],
  ])('of %s sign messages: %s', async (name, isSigner) => {
    const { url } = await placeOf(newSigner(name).certificate)
    expect((await certificatesFrom(url).at(`${url}/c`)) !== null).toBe(isSigner)
  })

  test('are not read beyond what one has', async () => {
    const { url } = await placeOf(`${signer.certificate}${' '.repeat(20_000)}`)
    expect(await certificatesFrom(url).at(`${url}/c`)).toBeNull()
  })

  test('at made-up addresses are asked for ten times a minute at most, and those that are known still count', async () => {
    const { url, served } = await placeOf(signer.certificate)
    const from = certificatesFrom(url)
    for (let count = 0; count < 10; count += 1) expect(await from.at(`${url}/${count}`)).not.toBeNull()
    await expect(from.at(`${url}/one-more`)).rejects.toThrow('too many')
    expect(await from.at(`${url}/1`)).not.toBeNull()
    expect(served()).toBe(10)
  })

  test('are fetched from the address of the stand-in, and what is none is none', async () => {
    const from = certificatesFrom(certificates.url)
    expect(await from.at(`${certificates.url}/none`)).toBeNull()
    expect(await from.at('https://api.paypal.com/c')).toBeNull()
  })

  test('that can’t be had just now are asked for again', async () => {
    certificates.answer(503)
    const from = certificatesFrom(certificates.url)
    await expect(from.at(`${certificates.url}/c`)).rejects.toThrow('503')
  })
})
