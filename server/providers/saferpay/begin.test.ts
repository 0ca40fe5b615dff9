import { describe, expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import { aCharge, code, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { saferpayProvider } from './provider.ts'
import { SAFERPAY_SETTINGS } from './account.ts'

// What is offered, and what Saferpay will receive. Nothing is asked.

const { offer, begin } = saferpayProvider(null)
const SET = {
  SAFERPAY_ENABLED: 'true',
  SAFERPAY_API_USERNAME: 'API_123456_01234567',
  SAFERPAY_API_PASSWORD: 'secret',
  SAFERPAY_CUSTOMER_ID: '123456',
  SAFERPAY_TERMINAL_ID: '17654321',
}
const settings = (more: Record<string, string> = {}) => settingsOf(SAFERPAY_SETTINGS)({ ...SET, ...more })
const without = (key: keyof typeof SET) => {
  const { [key]: _, ...rest } = SET
  return settingsOf(SAFERPAY_SETTINGS)(rest)
}

const francs = (amount: bigint) => ({ amount: minor(amount), currency: code('CHF') })
const methodsOf = (charge: Parameters<typeof offer>[0]) => offer(charge).map(({ method }) => method)

describe('offered', () => {
  test('are cards, without any parameter for the page', () => {
    expect(offer(aCharge({ settings: settings() }))).toEqual([{ method: 'CREDIT_CARD', parameters: { isTest: true } }])
    expect(methodsOf(aCharge({ settings: settings() }))).toEqual(['CREDIT_CARD'])
  })

  test.each(Object.keys(SET) as (keyof typeof SET)[])('is nothing without %s', key => {
    expect(offer(aCharge({ settings: without(key) }))).toEqual([])
    expect(begin(aCharge({ settings: without(key) }))).toEqual({ kind: 'refused', code: 'foyer.payment.later' })
  })

  test.each([
    ['CHF', true],
    ['JPY', true],
    ['BHD', true],
    ['ISK', false],
    ['UGX', false],
    ['CLF', false],
    ['IQD', false],
  ])('for %s: %s, as far as its smallest unit is certain', (currency, isOffered) => {
    const due = { amount: minor(8000n), currency: code(currency) }
    expect(methodsOf(aCharge({ settings: settings(), due }))).toEqual(isOffered ? ['CREDIT_CARD'] : [])
  })

  test('is nothing for nothing', () => {
    expect(offer(aCharge({ settings: settings(), due: francs(0n) }))).toEqual([])
  })

  test('are methods by the names of the wire where their currency fits', () => {
    const chosen = settings({ SAFERPAY_METHODS: 'VISA,IDEAL,BANCONTACT,EPRZELEWY' })
    const due = (currency: string) => ({ amount: minor(8000n), currency: code(currency) })
    expect(methodsOf(aCharge({ settings: chosen }))).toEqual(['CREDIT_CARD'])
    expect(methodsOf(aCharge({ settings: chosen, due: due('PLN') }))).toEqual(['CREDIT_CARD', 'PRZELEWY_24'])
    const all = ['CREDIT_CARD', 'IDEAL', 'BANCONTACT', 'PRZELEWY_24']
    expect(methodsOf(aCharge({ settings: chosen, due: due('EUR') }))).toEqual(all)
  })

  test('are not those that the terminal does not list', () => {
    const chosen = settings({ SAFERPAY_METHODS: 'VISA,TWINT,APPLEPAY' })
    expect(methodsOf(aCharge({ settings: chosen, listed: ['TWINT'] }))).toEqual(['CREDIT_CARD'])
    expect(methodsOf(aCharge({ settings: chosen, listed: ['IDEAL'] }))).toEqual([])
    expect(methodsOf(aCharge({ settings: chosen, listed: ['APPLEPAY'] }))).toEqual([])
  })
})

const requestFor = (charge: Parameters<typeof begin>[0]) => {
  const beginning = begin(charge)
  if (beginning.kind !== 'call') throw new Error(beginning.kind)
  return beginning.request
}

describe('Saferpay will receive', () => {
  test('what stays the same however often it is sent, and nothing about the buyer', () => {
    const beginning = begin(aCharge({ settings: settings() }))
    expect(beginning).toEqual({
      kind: 'call',
      meanwhile: 'elsewhere',
      request: {
        live: false,
        customer: '123456',
        terminal: '17654321',
        order: '11111111',
        methods: 'VISA,MASTERCARD,AMEX,DINERS,JCB,MAESTRO',
        wallets: '',
        description: expect.stringMatching(/^2 tickets for /),
        language: null,
        returnUrl: expect.stringMatching(/^https:\/\/tickets\.example\.org\/event\/.+\/payment\/saferpay\/return$/),
      },
    })
  })

  test.each([
    ['de', 'de'],
    ['en', 'en'],
    ['xx', null],
  ])('the language %s as %s', (language, stated) => {
    const reservation = { ...aCharge().reservation, language } as Reservation
    expect(requestFor(aCharge({ settings: settings(), reservation }))).toMatchObject({ language: stated })
  })

  test.each([
    [5000_00n, 'VISA,TWINT'],
    [5000_01n, 'VISA'],
  ])('to show what takes %s', (amount, methods) => {
    const chosen = settings({ SAFERPAY_METHODS: 'VISA,TWINT,APPLEPAY,VISA' })
    expect(requestFor(aCharge({ settings: chosen, due: francs(amount) }))).toMatchObject({
      methods,
      wallets: 'APPLEPAY',
    })
  })

  test('to show one method alone, without wallets', () => {
    const chosen = settings({ SAFERPAY_METHODS: 'VISA,IDEAL,APPLEPAY' })
    const due = { amount: minor(8000n), currency: code('EUR') }
    const request = requestFor(aCharge({ settings: chosen, due, method: 'IDEAL' }))
    expect(request).toMatchObject({ methods: 'IDEAL', wallets: '' })
  })

  test('an order number that no method cuts', () => {
    const request = requestFor(aCharge({ settings: settings(), shortId: `${crypto.randomUUID()} ü` }))
    expect(request['order']).toMatch(/^[\w-]{20}$/)
  })
})

test('a way to pay that is not offered is refused', () => {
  const refusal = { kind: 'refused', code: 'foyer.payment.later' }
  expect(begin(aCharge({ settings: settings(), method: 'IDEAL' }))).toEqual(refusal)
  expect(begin(aCharge({ settings: settings(), due: francs(0n) }))).toEqual(refusal)
})

test('a payment that is open is checked', () => {
  expect(begin(aCharge({ settings: settings(), open: { reference: 't1', data: {} } }))).toEqual({ kind: 'look' })
})
