import { describe, expect, test } from 'vitest'
import type { Delivery } from '#server/providers/port/online.ts'
import { aPayment, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { SAFERPAY_SETTINGS } from './account.ts'
import { notifications, returns, webhooks } from './webhooks.ts'

// Messages without a signature: what they carry can't be guessed.

const settings = settingsOf(SAFERPAY_SETTINGS)({
  SAFERPAY_API_USERNAME: 'API_1_2',
  SAFERPAY_API_PASSWORD: 'secret',
})
const payment = aPayment({ settings })
const addresses = notifications(payment)
const now = payment.now

function deliveryTo(address: string): Delivery {
  const { pathname, searchParams } = new URL(address)
  const [, reservationId = ''] = /reservation\/([^/]+)\//.exec(pathname) ?? []
  return { headers: {}, parameters: { reservationId }, query: Object.fromEntries(searchParams), body: '' }
}

const webhookOf = (end: 'success' | 'fail') => {
  const found = webhooks.find(({ path }) => path.endsWith(end))
  if (!found) throw new Error(end)
  return found
}

test('there is an address for success, as the wire has it, and one for failure', () => {
  expect(webhooks.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/payment/webhook/saferpay/reservation/:reservationId/success',
    'GET /api/payment/webhook/saferpay/reservation/:reservationId/fail',
  ])
  const id = payment.reservationId
  const shop = payment.addresses.shop
  expect(addresses.success).toContain(`${shop}/api/payment/webhook/saferpay/reservation/${id}/success?`)
  expect(addresses.fail).toContain(`${shop}/api/payment/webhook/saferpay/reservation/${id}/fail?`)
  for (const address of Object.values(addresses)) expect(address.length).toBeLessThan(2000)
})

describe.each(['success', 'fail'] as const)('a message of %s', end => {
  const delivery = deliveryTo(addresses[end])
  const webhook = webhookOf(end)

  test('is genuine, and about its payment', () => {
    expect(webhook.isGenuine(delivery, settings, now)).toBe(true)
    const name = { by: 'transaction', id: payment.transactionId }
    expect(webhook.read(delivery)).toEqual({ kind: 'about', payment: name, key: null })
  })

  test('is sent the same way again, so that a repeated request is the same', () => {
    expect(notifications(payment)).toEqual(addresses)
  })

  test.each([
    ['without a key', { payment: payment.transactionId }],
    ['with another key', { ...delivery.query, key: 'a-guess' }],
    ['with a key that is longer', { ...delivery.query, key: `${delivery.query['key'] ?? ''}A` }],
    ['about another payment', { ...delivery.query, payment: '999' }],
    ['without a payment', { key: delivery.query['key'] ?? '' }],
  ])('%s is a stranger’s', (_, query) => {
    expect(webhook.isGenuine({ ...delivery, query }, settings, now)).toBe(false)
  })

  test('about another order, or of the other end, is a stranger’s', () => {
    const parameters = { reservationId: crypto.randomUUID() }
    expect(webhook.isGenuine({ ...delivery, parameters }, settings, now)).toBe(false)
    expect(webhookOf(end === 'fail' ? 'success' : 'fail').isGenuine(delivery, settings, now)).toBe(false)
  })

  test('is a stranger’s once there is another password, or none', () => {
    const other = settingsOf(SAFERPAY_SETTINGS)({ SAFERPAY_API_USERNAME: 'API_1_2', SAFERPAY_API_PASSWORD: 'other' })
    expect(webhook.isGenuine(delivery, other, now)).toBe(false)
    expect(webhook.isGenuine(delivery, settingsOf(SAFERPAY_SETTINGS)({}), now)).toBe(false)
  })

  test('whose key or payment came twice is a stranger’s', () => {
    // As a query with a repeated name is handed over.
    const twice = ['1', '2'] as unknown as string
    expect(webhook.isGenuine({ ...delivery, query: { ...delivery.query, key: twice } }, settings, now)).toBe(false)
    expect(webhook.read({ ...delivery, query: { ...delivery.query, payment: twice } }).kind).toBe('malformed')
  })

  test('without our parameter is about the order; without an order it is malformed', () => {
    const bare = { ...delivery, query: {} }
    expect(webhook.read(bare)).toMatchObject({ payment: { by: 'reservation', id: payment.reservationId } })
    expect(webhook.read({ ...bare, parameters: { reservationId: '1' } }).kind).toBe('malformed')
  })
})

test('buyers come back to one address, and to the one of the wire', () => {
  expect(returns.map(({ path }) => path)).toEqual([
    '/:purchaseContextType/:publicIdentifier/reservation/:reservationId/payment/saferpay/return',
    '/:purchaseContextType/:publicIdentifier/reservation/:reservationId/payment/saferpay/cancel',
  ])
  for (const { read } of returns) {
    const checked = { kind: 'look', reservationId: payment.reservationId }
    expect(read({ parameters: { reservationId: payment.reservationId }, query: {} })).toEqual(checked)
    expect(read({ parameters: {}, query: {} })).toEqual({ kind: 'malformed' })
  }
})
