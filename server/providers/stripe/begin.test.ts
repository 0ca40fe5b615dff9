import { describe, expect, test } from 'vitest'
import { after, days } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { SOME_DAY, anEvent } from '#tests/builders/offer.ts'
import { aCharge, code, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { stripeProvider } from './provider.ts'
import { STRIPE_SETTINGS } from './account.ts'

const ownSettings = settingsOf(STRIPE_SETTINGS)

const SET_UP = {
  STRIPE_CC_ENABLED: 'true',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLIC_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_PAYMENT_KEY: 'whsec_1',
} as const
const PLATFORM = { ...SET_UP, PLATFORM_MODE_ENABLED: 'true', STRIPE_CONNECTED_ID: 'acct_1' } as const

const { offer, begin } = stripeProvider({
  api: 'https://api.stripe.com',
  script: 'https://js.stripe.com/endive/stripe.js',
})
const withSettings = (more: Parameters<typeof ownSettings>[0] = {}, base: Parameters<typeof ownSettings>[0] = SET_UP) =>
  ownSettings({ ...base, ...more })
const francs = (amount: bigint) => ({ amount: minor(amount), currency: code('CHF') })
const euros = (amount: bigint) => ({ amount: minor(amount), currency: code('EUR') })
const soon = (count: number) => anEvent({ startsAt: after(SOME_DAY, days(count)) })

describe('offer', () => {
  test('one method, with what the page needs', () => {
    expect(offer(aCharge({ settings: withSettings() }))).toEqual([
      {
        method: 'CREDIT_CARD',
        parameters: {
          stripe_p_key: 'pk_test_1',
          enableSCA: true,
          platformMode: false,
          stripeScript: 'https://js.stripe.com/endive/stripe.js',
          stripeMethods: 'card',
          stripeAmount: 8000,
          stripeCurrency: 'chf',
          isTest: true,
        },
        guests: {
          frames: [
            'https://js.stripe.com',
            'https://*.js.stripe.com',
            'https://hooks.stripe.com',
            'https://link.com',
            'https://*.link.com',
          ],
          connections: ['https://api.stripe.com'],
        },
        isStartedByPage: true,
      },
    ])
  })

  test('for a platform, the account of the organiser besides', () => {
    const [offered] = offer(aCharge({ settings: withSettings({}, PLATFORM) }))
    expect(offered?.parameters).toMatchObject({ platformMode: true, stripeConnectedAccount: 'acct_1' })
  })

  test.each([
    ['it is not switched on', { STRIPE_CC_ENABLED: 'false' }],
    ['it has no public key', { STRIPE_PUBLIC_KEY: undefined }],
    ['it has no secret key', { STRIPE_SECRET_KEY: undefined }],
    ['no message could report payments', { STRIPE_WEBHOOK_PAYMENT_KEY: undefined }],
    ['the platform has no account to pay to', { PLATFORM_MODE_ENABLED: 'true' }],
  ])('nothing while %s', (_, missing) => {
    const stated = Object.entries<string | undefined>({ ...SET_UP, ...missing }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    )
    expect(offer(aCharge({ settings: ownSettings(Object.fromEntries(stated)) }))).toEqual([])
  })

  test('a connected account alone does not make a platform', () => {
    const [offered] = offer(aCharge({ settings: withSettings({ STRIPE_CONNECTED_ID: 'acct_1' }) }))
    expect(offered?.parameters).not.toHaveProperty('stripeConnectedAccount')
  })

  test('without authentication cards alone, and no webhook is needed', () => {
    const { STRIPE_WEBHOOK_PAYMENT_KEY: _, ...keys } = SET_UP
    const settings = ownSettings({ ...keys, STRIPE_ENABLE_SCA: 'false', STRIPE_METHODS: 'card,twint' })
    expect(offer(aCharge({ settings }))[0]?.parameters).toMatchObject({ enableSCA: false, stripeMethods: 'card' })
  })

  test.each([
    ['too little', francs(49n)],
    ['too much', francs(100_000_000n)],
    ['a sum with a thousandth', { amount: minor(10_001n), currency: code('BHD') }],
    ['a currency without a unit', { amount: minor(10_000n), currency: code('IQD') }],
  ])('nothing for %s', (_, due) => {
    expect(offer(aCharge({ due, settings: withSettings() }))).toEqual([])
  })

  test.each([
    ['card,twint', francs(8000n), 30, 'card,twint'],
    ['twint,card', francs(500_001n), 30, 'card'],
    ['card,twint,ideal,sepa_debit,eps', euros(8000n), 30, 'card,ideal,sepa_debit,eps'],
    ['card,sepa_debit,multibanco', euros(8000n), 14, 'card,sepa_debit,multibanco'],
    ['card,sepa_debit,multibanco', euros(8000n), 13.99, 'card'],
    ['card,card,p24', { amount: minor(8000n), currency: code('PLN') }, 30, 'card,p24'],
    ['card,klarna,sofort', euros(8000n), 30, 'card,klarna'],
  ])('of %s for %o in %s days: %s', (methods, due, daysLeft, expected) => {
    const charge = aCharge({ due, context: soon(daysLeft), settings: withSettings({ STRIPE_METHODS: methods }) })
    expect(offer(charge)[0]?.parameters['stripeMethods']).toBe(expected)
  })

  test('nothing when no method fits', () => {
    const settings = withSettings({ STRIPE_METHODS: 'ideal' })
    expect(offer(aCharge({ settings }))).toEqual([])
  })

  test('before anything is chosen, by the currency of the event', () => {
    const settings = withSettings({ STRIPE_METHODS: 'card,twint,ideal' })
    expect(offer({ ...aCharge({ settings }), due: null })[0]?.parameters['stripeMethods']).toBe('card,twint')
  })
})

describe('begin', () => {
  test('an intent contains the methods, what is sold and the shop, and nothing of the buyer', () => {
    expect(begin(aCharge({ settings: withSettings() }))).toEqual({
      kind: 'call',
      request: {
        step: 'intent',
        methods: 'card',
        account: null,
        description: '2 tickets for Spring concert',
        shop: 'https://tickets.example.org',
      },
      meanwhile: 'elsewhere',
    })
  })

  test('of one ticket is worded in the singular', () => {
    expect(begin(aCharge({ tickets: 1, settings: withSettings() }))).toMatchObject({
      request: { description: '1 ticket for Spring concert' },
    })
  })

  test('a title as long as a book, with half a character at its end, stays within what Stripe takes', () => {
    const context = anEvent({ title: { en: `${'a'.repeat(979)}🎫🎫🎫🎫🎫🎫🎫🎫🎫🎫🎫🎫` } })
    const beginning = begin(aCharge({ context, settings: withSettings() }))
    const description = beginning.kind === 'call' ? String(beginning.request['description']) : ''
    expect(description.length).toBe(1000)
    expect(description.isWellFormed()).toBe(true)
  })

  test('the fee of the platform goes along, in the units of Stripe', () => {
    const fee = { PLATFORM_FEE_PERCENTAGE: '1.5' }
    expect(begin(aCharge({ settings: withSettings(fee, PLATFORM) }))).toMatchObject({
      request: { account: 'acct_1', applicationFee: 120 },
    })
    const krónur = { amount: minor(8000n), currency: code('ISK') }
    expect(begin(aCharge({ due: krónur, settings: withSettings(fee, PLATFORM) }))).toMatchObject({
      request: { applicationFee: 12_000 },
    })
    const dinars = { amount: minor(8010n), currency: code('BHD') }
    expect(begin(aCharge({ due: dinars, settings: withSettings(fee, PLATFORM) }))).toMatchObject({
      request: { applicationFee: 120 },
    })
  })

  test('no fee without a platform', () => {
    const beginning = begin(aCharge({ settings: withSettings({ PLATFORM_FEE_FIXED: '1' }) }))
    expect(beginning.kind === 'call' && 'applicationFee' in beginning.request).toBe(false)
  })

  test('without authentication the token of the page is charged', () => {
    const settings = withSettings({ STRIPE_ENABLE_SCA: 'false' })
    expect(begin(aCharge({ settings, gatewayToken: 'tok_1' }))).toMatchObject({
      kind: 'call',
      request: { step: 'charge', token: 'tok_1' },
      meanwhile: 'charging',
    })
  })

  test.each([null, '', ' '])('without authentication and with the token %j it is refused', gatewayToken => {
    const settings = withSettings({ STRIPE_ENABLE_SCA: 'false' })
    const refused = { kind: 'refused', code: 'error.STEP_2_MISSING_STRIPE_TOKEN' }
    expect(begin(aCharge({ settings, gatewayToken }))).toEqual(refused)
  })

  test('what became of a payment that is open is found out first', () => {
    const open = { reference: 'pi_1', data: {} }
    expect(begin(aCharge({ open, settings: withSettings() }))).toEqual({ kind: 'look' })
  })

  test('a sum that Stripe does not take is refused', () => {
    const refused = { kind: 'refused', code: 'error.STEP2_STRIPE_abort' }
    expect(begin(aCharge({ due: francs(10n), settings: withSettings() }))).toEqual(refused)
  })
})
