import { describe, expect, test } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { aCharge, aClock, anAttempt, code, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { mollieProvider } from './provider.ts'
import { MOLLIE_SETTINGS } from './account.ts'

// The page of the stand-in, as a browser without scripts uses it.

const clock = aClock()
const fake = await mollieInTests({ notify: 'http://127.0.0.1:9', now: clock.now })
const provider = mollieProvider(fake.url)
const settings = settingsOf(MOLLIE_SETTINGS)(fake.settings)
const back = `${aCharge().addresses.order}/payment/mollie/return`

async function startPayment(method: 'CREDIT_CARD' | 'IDEAL' = 'CREDIT_CARD') {
  const due = { amount: minor(8000n), currency: code('EUR') }
  const charge = aCharge({ settings, due, method })
  const beginning = provider.begin({ ...charge, reservation: { ...charge.reservation, language: 'en' } as Reservation })
  if (beginning.kind !== 'call' || !provider.online) throw new Error(beginning.kind)
  const { online } = provider
  const now = clock.now()
  const attempt = anAttempt({ settings, request: beginning.request, ...due, now, startedAt: now })
  const outcome = await online.call(attempt)
  if (outcome.kind !== 'redirect') throw new Error(outcome.kind)
  const { url, reference, data } = outcome
  const read = async () => (await online.read({ ...attempt, reference, data, now: clock.now(), why: 'return' })).kind
  return { url, read }
}

async function press(url: string, fields: Readonly<Record<string, string>>) {
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  return { status: response.status, to: response.headers.get('location'), text: await response.text() }
}

const CARD = { act: 'pay', method: 'creditcard', number: '4543 4740 0224 9996', expiry: '12/30', cvv: '123' }

describe('the page', () => {
  test('says that it is a test, what is paid, and has labels and buttons', async () => {
    const { url } = await startPayment()
    const text = await (await fetch(url)).text()
    expect(text).toContain('This is a test page of Foyer; no money moves.')
    expect(text).toContain('2 tickets for Spring concert</p><p class="sum">EUR 80.00</p>')
    for (const label of ['Card number', 'Expiration date (MM / YY)', 'Security code']) expect(text).toContain(label)
    for (const button of ['Pay', 'Refuse', 'Cancel']) expect(text).toContain(`>${button}</button>`)
    expect(text).toContain(`<a href="${back}">Come back without paying</a>`)
    expect(text).not.toContain('<script')
  })

  test('pays, and leads back exactly as the shop has said', async () => {
    const { url, read } = await startPayment()
    expect(await press(url, CARD)).toMatchObject({ status: 303, to: back })
    expect(await read()).toBe('settled')
    expect((await press(url, CARD)).text).toContain('has ended')
    expect(await (await fetch(url)).text()).toContain('has ended')
  })

  test('asks for no card where none is needed', async () => {
    const { url, read } = await startPayment('IDEAL')
    expect(await (await fetch(url)).text()).not.toContain('Card number')
    expect(await press(url, { act: 'pay', method: 'ideal' })).toMatchObject({ status: 303, to: back })
    expect(await read()).toBe('settled')
  })

  test.each([
    ['refuse', { act: 'refuse', reason: 'insufficient_funds' }, 'refused'],
    ['refuse, for no reason', { act: 'refuse', reason: 'x' }, 'refused'],
    ['cancel', { act: 'cancel' }, 'cancelled'],
    ['let it be told later', { act: 'later' }, 'waiting'],
  ])('can %s', async (_, fields, kind) => {
    const { url, read } = await startPayment()
    expect(await press(url, fields)).toMatchObject({ status: 303, to: back })
    expect(await read()).toBe(kind)
  })

  test.each([
    ['another number', { ...CARD, number: '4111111111111111' }],
    ['no security code', { ...CARD, cvv: '' }],
    ['no button', { number: '1' }],
  ])('says what is wrong with %s, and stays', async (_, fields) => {
    const { url, read } = await startPayment()
    const { status, text } = await press(url, fields)
    expect({ status, hasAlert: text.includes('role="alert"') }).toEqual({ status: 200, hasAlert: true })
    expect(await read()).toBe('redirect')
  })

  test('ends with its time', async () => {
    const { url, read } = await startPayment()
    clock.pass(minutes(15))
    expect(await (await fetch(url)).text()).toContain('has ended')
    expect(await read()).toBe('cancelled')
  })

  test('of no payment is not there', async () => {
    expect((await fetch(`${fake.url}/checkout/tr_1`)).status).toBe(404)
    expect((await press(`${fake.url}/checkout/tr_1`, CARD)).status).toBe(404)
  })
})
