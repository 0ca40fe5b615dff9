import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { after } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { isGenuine, read, returns, webhooks } from './webhooks.ts'
import { STRIPE_SETTINGS } from './account.ts'

const ownSettings = settingsOf(STRIPE_SETTINGS)

const delivery = (body: unknown, headers: Record<string, string | string[]> = {}) => ({
  headers,
  parameters: {},
  query: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const event = (type: string, object: unknown) => delivery({ id: 'evt_1', object: 'event', type, data: { object } })
const about = (payment: object) => ({ kind: 'about', payment, key: 'evt_1' })

describe('what an event is about', () => {
  test.each([
    ['payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }, { by: 'reference', id: 'pi_1' }],
    ['charge.updated', { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }, { by: 'reference', id: 'pi_1' }],
    [
      'charge.updated',
      { id: 'ch_1', object: 'charge', payment_intent: { id: 'pi_1' } },
      { by: 'reference', id: 'pi_1' },
    ],
    ['charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: null }, { by: 'gateway', id: 'ch_1' }],
    [
      'refund.failed',
      { id: 're_1', object: 'refund', charge: 'ch_1', payment_intent: 'pi_1' },
      { by: 'reference', id: 'pi_1' },
    ],
    ['refund.created', { id: 're_1', object: 'refund', charge: 'ch_1' }, { by: 'gateway', id: 'ch_1' }],
    ['charge.dispute.closed', { id: 'dp_1', object: 'dispute', charge: 'ch_1' }, { by: 'gateway', id: 'ch_1' }],
    [
      'charge.dispute.created',
      { id: 'dp_1', object: 'dispute', charge: { id: 'ch_1' } },
      { by: 'gateway', id: 'ch_1' },
    ],
  ])('%s of %o', (type, object, payment) => {
    expect(read(event(type, object))).toEqual(about(payment))
  })

  test.each(['payment_intent.created', 'account.application.deauthorized', 'payout.paid', 'invented.tomorrow'])(
    '%s changes nothing',
    type => {
      expect(read(event(type, { id: 'pi_1', object: 'payment_intent' })).kind).toBe('irrelevant')
    },
  )

  test.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['no event', { id: 'evt_1', object: 'charge' }],
    ['an event without an id', { object: 'event', type: 'charge.updated', data: { object: {} } }],
    ['an event about nothing', { id: 'evt_1', object: 'event', type: 'charge.updated', data: { object: {} } }],
    ['null', null],
  ])('%s is malformed', (_, body) => {
    expect(read(delivery(body)).kind).toBe('malformed')
  })
})

describe('who has sent it', () => {
  const BODY = '{"id":"evt_1", "object":"event"}'
  const settings = ownSettings({ STRIPE_WEBHOOK_PAYMENT_KEY: 'whsec_1', STRIPE_WEBHOOK_KEY: 'whsec_2' })
  const NOW = SOME_DAY
  const signature = (secret = 'whsec_1', at: number = NOW, payload = BODY) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) })
  const check = (header: string | string[], { body = BODY } = {}) =>
    isGenuine(delivery(body, { 'stripe-signature': header }), settings, NOW)

  test.each(['whsec_1', 'whsec_2'])('signed by the secret %s of an endpoint', secret => {
    expect(check(signature(secret))).toBe(true)
  })

  test.each([
    [0, true],
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])('signed %s seconds ago: %s', (seconds, expected) => {
    expect(check(signature('whsec_1', after(NOW, -seconds * 1000)))).toBe(expected)
  })

  test('several signatures, of which one is right, and a scheme that is not known', () => {
    const [time, right] = signature().split(',')
    expect(check(`${time},v1=${'0'.repeat(64)},${right},v0=abc`)).toBe(true)
    expect(check(`${time},${right?.replace('v1', 'v0')}`)).toBe(false)
  })

  test('not of a stranger, of another body, and without a signature', () => {
    expect(check(signature('whsec_3'))).toBe(false)
    expect(check(signature(), { body: BODY.replace('evt_1', 'evt_2') })).toBe(false)
    expect(check(signature(), { body: BODY.replace(', ', ',') })).toBe(false)
    expect(check('')).toBe(false)
    expect(check('nonsense')).toBe(false)
    expect(check([signature()])).toBe(false)
    expect(isGenuine(delivery(BODY), settings, NOW)).toBe(false)
  })

  test('a second time in the header, which would be signed but not checked, is refused', () => {
    const old = signature('whsec_1', after(NOW, -3_600_000))
    expect(check(`t=${NOW / 1000},${old}`)).toBe(false)
    expect(check(`${old},t=${NOW / 1000}`)).toBe(false)
  })

  test('no message without a secret', () => {
    const nothing = ownSettings({})
    expect(isGenuine(delivery(BODY, { 'stripe-signature': signature() }), nothing, NOW)).toBe(false)
    expect(isGenuine(delivery(BODY, { 'stripe-signature': signature('') }), nothing, NOW)).toBe(false)
  })
})

test('both endpoints are there', () => {
  expect(webhooks.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/payment/webhook/stripe/payment',
    'POST /api/webhook/stripe/notification',
  ])
})

test('coming back leads to a look at the order, whatever the address says', () => {
  const [page] = returns
  const query = { payment_intent: 'pi_9', payment_intent_client_secret: 'x', redirect_status: 'succeeded' }
  const id = '11111111-2222-4333-8444-555555555555'
  expect(page?.read({ parameters: { reservationId: id }, query })).toEqual({ kind: 'look', reservationId: id })
  expect(page?.read({ parameters: { reservationId: 'x' }, query })).toEqual({ kind: 'malformed' })
})
