import { describe, expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { aPayPalCharge, aReservation } from '#tests/fakes/paypal/a-charge.ts'
import { aCharge, code, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { paypalProvider } from './provider.ts'
import { PAYPAL_SETTINGS } from './account.ts'

// What is offered, and what Pay does: it leads to PayPal first, and takes the money then. Nothing is asked.

const { offer, begin } = paypalProvider(null)
const SET = { PAYPAL_ENABLED: 'true', PAYPAL_CLIENT_ID: 'app', PAYPAL_CLIENT_SECRET: 'secret' }
const settings = (more: Record<string, string> = {}) => settingsOf(PAYPAL_SETTINGS)({ ...SET, ...more })
const without = (key: keyof typeof SET) => {
  const { [key]: _, ...rest } = SET
  return settingsOf(PAYPAL_SETTINGS)(rest)
}

describe('offered', () => {
  test('is PayPal, and that it is a test', () => {
    expect(offer(aCharge({ settings: settings() }))).toEqual([{ method: 'PAYPAL', parameters: { isTest: true } }])
    const live = settings({ PAYPAL_LIVE_MODE: 'true' })
    expect(offer(aCharge({ settings: live }))).toEqual([{ method: 'PAYPAL', parameters: { isTest: false } }])
  })

  test('it is before anything is chosen', () => {
    expect(offer(aCharge({ settings: settings() })).length).toBe(1)
    const before = (currency: string) =>
      offer({
        ...aCharge({ settings: settings(), context: { ...aCharge().context, currency: code(currency) } }),
        due: null,
      })
    expect(before('CHF').length).toBe(1)
    expect(before('BHD').length).toBe(0)
  })

  test.each(Object.keys(SET) as (keyof typeof SET)[])('is nothing without %s', key => {
    expect(offer(aCharge({ settings: without(key) }))).toEqual([])
    const refused = { kind: 'refused', code: 'error.STEP_2_PAYPAL_unexpected' }
    expect(begin(aPayPalCharge({ settings: without(key) }))).toEqual(refused)
  })

  test.each([
    ['CHF', 8000n, 1],
    ['BHD', 8000n, 0],
    ['HUF', 8050n, 0],
    ['CHF', 0n, 0],
  ])('for %s %s are %s ways', (currency, amount, ways) => {
    const due = { amount: minor(amount), currency: code(currency) }
    expect(offer(aCharge({ settings: settings(), due }))).toHaveLength(ways)
  })
})

const requestFor = (charge = aPayPalCharge({ settings: settings() })) => {
  const beginning = begin(charge)
  if (beginning.kind !== 'call') throw new Error(beginning.kind)
  return beginning.request
}

describe('PayPal will receive', () => {
  test('what stays the same however often it is sent, and nothing about the buyer', () => {
    const reservation = aReservation()
    const beginning = begin(aPayPalCharge({ settings: settings(), reservation }))
    expect(beginning).toEqual({
      kind: 'call',
      meanwhile: 'open',
      request: {
        live: false,
        client: 'app',
        step: 'create',
        signature: expect.stringMatching(/^[0-9a-f]{64}$/),
        description: expect.stringMatching(/^2 tickets for /),
        language: 'de',
        returnUrl: expect.stringMatching(/^https:\/\/tickets\.example\.org\/payment\/paypal\/redirect\/confirm\?/),
        cancelUrl: expect.stringMatching(/^https:\/\/tickets\.example\.org\/payment\/paypal\/redirect\/cancel\?/),
        until: reservation.validity + 15 * 60_000,
      },
    })
    expect(JSON.stringify(beginning)).not.toMatch(/Ada|Byron|example\.org(?!\/payment)/)
    expect(begin(aPayPalCharge({ settings: settings() }))).toEqual(beginning)
  })

  test('to hold a first payment longer than the order, and others as long from now on', () => {
    const { validity } = aReservation()
    expect(requestFor()).toMatchObject({ until: validity + 15 * 60_000 })
    const again = aPayPalCharge({ settings: settings(), paymentsBefore: 1 })
    expect(requestFor(again)).toMatchObject({ until: again.now + 15 * 60_000 })
  })

  test('the way back, as the wire has it', () => {
    const { returnUrl, signature } = requestFor()
    expect(Object.fromEntries(new URL(String(returnUrl)).searchParams)).toEqual({
      purchaseContextType: 'event',
      purchaseContextIdentifier: 'spring-concert',
      reservationId: aReservation().id,
      hmac: signature,
    })
  })

  test('one ticket as one, in at most 127 letters', () => {
    expect(requestFor(aPayPalCharge({ settings: settings(), tickets: 1 }))).toMatchObject({
      description: expect.stringMatching(/^1 ticket for /),
    })
    const context = { ...aCharge().context, title: { en: 'x'.repeat(300), de: 'x'.repeat(300) } }
    const { description } = requestFor(aPayPalCharge({ settings: settings(), context }))
    expect(String(description)).toHaveLength(127)
  })

  test('a language that PayPal knows only', () => {
    const reservation = aReservation({ language: 'xxx' as never })
    expect(requestFor(aPayPalCharge({ settings: settings(), reservation }))).toMatchObject({ language: null })
  })
})

describe('once more, Pay', () => {
  const open = (data: Record<string, string | boolean>) => ({ reference: '5O1', data })
  const signature = String(requestFor()['signature'])
  const agreed = { isApproved: true, signature }
  const ABANDONED = { kind: 'continue', request: { step: 'give-up' }, meanwhile: 'open' }
  const again = (data = {}, more: Partial<ReturnType<typeof aPayPalCharge>> = {}) =>
    begin(aPayPalCharge({ settings: settings(), open: open({ ...agreed, ...data }), ...more }))

  test('takes what the buyer has agreed to', () => {
    expect(again()).toEqual({ kind: 'continue', request: { step: 'capture' }, meanwhile: 'elsewhere' })
  })

  test('finds out its state where no buyer has agreed, or the money is being taken', () => {
    expect(again({ isApproved: false })).toEqual({ kind: 'look' })
    const reservation = aReservation({ status: 'EXTERNAL_PROCESSING_PAYMENT' } as never)
    expect(again({}, { reservation })).toEqual({ kind: 'look' })
  })

  const { contact, billing } = aReservation()
  test.each([
    ['the name', { contact: { ...contact, lastName: 'Lovelace' } }],
    ['the address of mails', { contact: { ...contact, email: 'other@example.org' } }],
    ['the address', { billing: { ...billing, city: 'Bern' } }],
  ])('takes nothing once %s has changed', (_, changes) => {
    const reservation = aReservation(changes)
    expect(again({}, { reservation })).toEqual(ABANDONED)
  })

  test('begins anew where details have changed before the buyer has agreed', () => {
    const reservation = aReservation({ contact: { ...contact, lastName: 'Lovelace' } })
    const anew = again({ isApproved: false }, { reservation })
    if (anew.kind !== 'call') throw new Error(anew.kind)
    expect(anew.request['signature']).not.toBe(signature)
    const taken = aReservation({ ...reservation, status: 'EXTERNAL_PROCESSING_PAYMENT' } as never)
    expect(again({ isApproved: false }, { reservation: taken })).toEqual({ kind: 'look' })
  })

  test('finds out its state while PayPal has not named it', () => {
    expect(begin(aPayPalCharge({ settings: settings(), open: { reference: null, data: {} } }))).toEqual({
      kind: 'look',
    })
  })

  test.each(['', '0'.repeat(64), `${signature}0`, signature.toUpperCase()])(
    'takes nothing for signature "%s"',
    forged => {
      expect(again({ signature: forged })).toEqual(ABANDONED)
    },
  )

  test('takes nothing once the secret is another, or gone', () => {
    expect(again({}, { settings: settings({ PAYPAL_CLIENT_SECRET: 'other' }) })).toEqual(ABANDONED)
    expect(again({}, { settings: without('PAYPAL_CLIENT_SECRET') })).toEqual(ABANDONED)
  })
})
