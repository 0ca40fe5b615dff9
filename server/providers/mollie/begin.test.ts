import { describe, expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import { anEvent } from '#tests/builders/offer.ts'
import { aCharge, code, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { isoCountry, mollieLocale } from './begin.ts'
import { mollieProvider } from './provider.ts'
import { MOLLIE_SETTINGS } from './account.ts'

const ownSettings = settingsOf(MOLLIE_SETTINGS)
const { offer, begin } = mollieProvider('https://api.mollie.com')

const BY_KEY = { MOLLIE_CC_ENABLED: 'true', MOLLIE_API_KEY: 'live_1' }
const BY_PLATFORM = {
  MOLLIE_CC_ENABLED: 'true',
  PLATFORM_MODE_ENABLED: 'true',
  MOLLIE_CONNECT_CLIENT_ID: 'app_1',
  MOLLIE_CONNECT_CLIENT_SECRET: 'secret',
  MOLLIE_CONNECT_REFRESH_TOKEN: 'refresh',
  MOLLIE_CONNECT_PROFILE_ID: 'pfl_1',
}
const due = (amount: bigint, currency: string) => ({ amount: minor(amount), currency: code(currency) })
const charge = (changes: Parameters<typeof aCharge>[0] = {}, stated: Record<string, string> = BY_KEY) =>
  aCharge({ settings: ownSettings(stated), ...changes })
const offered = (changes: Parameters<typeof aCharge>[0] = {}, stated: Record<string, string> = BY_KEY) =>
  offer(charge(changes, stated)).map(({ method }) => method)

describe('without a list of Mollie it is offered by what Mollie has published:', () => {
  test.each([
    [due(8000n, 'CHF'), null, ['CREDIT_CARD', 'APPLE_PAY']],
    [due(8000n, 'EUR'), null, ['CREDIT_CARD', 'IDEAL', 'BANCONTACT', 'KBC', 'BELFIUS', 'PRZELEWY_24', 'APPLE_PAY']],
    [due(8000n, 'EUR'), 'NL', ['CREDIT_CARD', 'IDEAL', 'APPLE_PAY']],
    [due(8000n, 'EUR'), 'BE', ['CREDIT_CARD', 'BANCONTACT', 'KBC', 'BELFIUS', 'APPLE_PAY']],
    [due(8000n, 'EUR'), 'PL', ['CREDIT_CARD', 'PRZELEWY_24', 'APPLE_PAY']],
    [due(8000n, 'EUR'), 'EL', ['CREDIT_CARD', 'APPLE_PAY']],
    [due(8000n, 'PLN'), null, ['CREDIT_CARD', 'PRZELEWY_24', 'APPLE_PAY']],
    [due(5_000_000n, 'EUR'), 'NL', ['CREDIT_CARD', 'IDEAL', 'APPLE_PAY']],
    [due(5_000_001n, 'EUR'), 'NL', ['CREDIT_CARD', 'APPLE_PAY']],
    [due(5_500_001n, 'PLN'), null, ['CREDIT_CARD', 'APPLE_PAY']],
    [due(1n, 'EUR'), 'BE', ['CREDIT_CARD', 'KBC', 'BELFIUS', 'APPLE_PAY']],
    [due(2n, 'EUR'), 'BE', ['CREDIT_CARD', 'BANCONTACT', 'KBC', 'BELFIUS', 'APPLE_PAY']],
    [due(500n, 'JPY'), null, ['CREDIT_CARD', 'APPLE_PAY']],
    [due(10_000n, 'BHD'), null, []],
    [due(10_000n, 'XXX'), null, []],
    [due(0n, 'EUR'), null, []],
  ])('%o, country %s: %j', (sum, country, methods) => {
    expect(offered({ due: sum, country })).toEqual(methods)
  })

  test('before anything is chosen, by the currency of the event', () => {
    expect(offer({ ...charge(), due: null }).map(({ method }) => method)).toEqual(['CREDIT_CARD', 'APPLE_PAY'])
    const free = { ...charge(), context: anEvent({ currency: null }), due: null }
    expect(offer(free)).toEqual([])
  })
})

describe('by the list of Mollie', () => {
  test('exactly what is on it and has a name here', () => {
    const listed = ['twint', 'kbc', 'inghomepay', 'creditcard', 'klarna', 'a-method-of-tomorrow']
    expect(offered({ listed, country: 'NL' })).toEqual(['CREDIT_CARD', 'KBC'])
  })

  test('nothing when nothing is on it', () => {
    expect(offered({ listed: [] })).toEqual([])
  })
})

describe('it is offered', () => {
  test('to be begun by Pay, and marked as a test in test mode', () => {
    expect(offer(charge({ listed: ['creditcard'] }))).toEqual([{ method: 'CREDIT_CARD', parameters: {} }])
    const inTest = charge({ listed: ['creditcard'] }, { ...BY_KEY, MOLLIE_API_KEY: 'test_1' })
    expect(offer(inTest)).toEqual([{ method: 'CREDIT_CARD', parameters: { isTest: true } }])
  })

  const without = (key: string) => Object.fromEntries(Object.entries(BY_PLATFORM).filter(([one]) => one !== key))

  test.each<[string, Record<string, string>]>([
    ['it is not switched on', { ...BY_KEY, MOLLIE_CC_ENABLED: 'false' }],
    ['it has no key', { MOLLIE_CC_ENABLED: 'true' }],
    ['the platform has a key only', { ...BY_KEY, PLATFORM_MODE_ENABLED: 'true' }],
    ['the platform has no app', without('MOLLIE_CONNECT_CLIENT_ID')],
    ['the app of the platform has no secret', without('MOLLIE_CONNECT_CLIENT_SECRET')],
    ['the organiser has not let the platform in', without('MOLLIE_CONNECT_REFRESH_TOKEN')],
    ['the organiser has no profile', without('MOLLIE_CONNECT_PROFILE_ID')],
  ])('never while %s', (_, stated) => {
    expect(offered({}, stated)).toEqual([])
    expect(begin(charge({}, stated))).toEqual({ kind: 'refused', code: 'foyer.payment.later' })
  })

  test('by the platform, which says itself whether it is in test mode', () => {
    expect(offer(charge({ listed: ['creditcard'] }, BY_PLATFORM))[0]?.parameters).toEqual({ isTest: true })
    const live = { ...BY_PLATFORM, MOLLIE_CONNECT_LIVE_MODE: 'true' }
    expect(offer(charge({ listed: ['creditcard'] }, live))[0]?.parameters).toEqual({})
  })
})

describe('begin', () => {
  const inDutch = { ...charge().reservation, language: 'nl' } as Reservation

  test('contains everything that is sent to Mollie, and nothing of the buyer', () => {
    const { addresses } = charge()
    expect(begin(charge({ reservation: inDutch, country: 'BE' }))).toEqual({
      kind: 'call',
      request: {
        mode: 'live',
        profileId: null,
        method: 'creditcard',
        description: '11111111 - 2 tickets for Spring concert',
        locale: 'nl_BE',
        redirectUrl: `${addresses.order}/payment/mollie/return`,
        webhookUrl: `https://tickets.example.org/api/payment/webhook/mollie/reservation/${String(inDutch.id)}`,
        applicationFee: null,
      },
      meanwhile: 'elsewhere',
    })
  })

  test('of one ticket is worded in the singular, and a long name is cut between characters', () => {
    const context = anEvent({ title: { en: '𝄞'.repeat(200) } })
    const beginning = begin(charge({ reservation: inDutch, tickets: 1, context }))
    const description = beginning.kind === 'call' ? String(beginning.request['description']) : ''
    expect(description).toMatch(/^11111111 - 1 ticket for 𝄞/)
    expect(description.length).toBeLessThanOrEqual(255)
    expect(description.isWellFormed()).toBe(true)
  })

  test('looks first while a payment is open', () => {
    expect(begin(charge({ open: { reference: 'tr_1', data: {} } }))).toEqual({ kind: 'look' })
  })

  test.each([
    ['a method Mollie has not', { method: 'BANK_TRANSFER' as const }],
    ['the closed method of ING', { method: 'ING_HOME_PAY' as const }],
    ['nothing to pay', { due: due(0n, 'CHF') }],
  ])('refuses %s', (_, changes) => {
    expect(begin(charge({ reservation: inDutch, ...changes }))).toEqual({
      kind: 'refused',
      code: 'foyer.payment.later',
    })
  })

  test.each([
    [{ PLATFORM_FEE_PERCENTAGE: '1.5' }, due(8000n, 'CHF'), '1.20'],
    [{ PLATFORM_FEE_FIXED: '30' }, due(8000n, 'JPY'), '60'],
    [{ PLATFORM_FEE_FIXED: '0.005' }, due(8000n, 'CHF'), '0.02'],
    [{ PLATFORM_FEE_PERCENTAGE: '0.01' }, due(8000n, 'CHF'), null],
    [{}, due(8000n, 'CHF'), null],
  ])('for a platform with %o of %o takes %s', (fees, sum, applicationFee) => {
    expect(begin(charge({ reservation: inDutch, due: sum }, { ...BY_PLATFORM, ...fees }))).toMatchObject({
      request: { applicationFee, mode: 'test', profileId: 'pfl_1' },
    })
    expect(begin(charge({ reservation: inDutch, due: sum }, { ...BY_KEY, ...fees }))).toMatchObject({
      request: { applicationFee: null },
    })
  })
})

test.each([
  ['de', 'CH', 'de_CH'],
  ['de', 'FR', 'de_DE'],
  ['en', null, 'en_US'],
  ['no', null, 'nb_NO'],
  ['pt', 'BR', 'pt_PT'],
  ['ja', 'JP', null],
])('who reads %s in %s reads the page in %s', (language, country, locale) => {
  expect(mollieLocale(language, country)).toBe(locale)
})

test.each([
  ['EL', 'GR'],
  ['XI', 'GB'],
  ['NL', 'NL'],
])('the country %s of VAT is %s', (vat, iso) => {
  expect(isoCountry(vat)).toBe(iso)
})
