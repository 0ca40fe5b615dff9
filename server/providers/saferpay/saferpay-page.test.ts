import { describe, expect, test } from 'vitest'
import { hours } from '#domain/foundation/instant.ts'
import { CARD } from '#tests/fakes/saferpay/cards.ts'
import { aCharge, aClock, anAttempt, code, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { saferpayProvider } from './provider.ts'
import { SAFERPAY_SETTINGS } from './account.ts'

// The page where buyers pay, as a browser without script uses it.

const clock = aClock()
const fake = await saferpayInTests({ notify: 'http://127.0.0.1:9', now: clock.now })
const provider = saferpayProvider(fake.url)

async function aPage(methods = 'VISA,TWINT', amount = 8000n) {
  const settings = settingsOf(SAFERPAY_SETTINGS)({ ...fake.settings, SAFERPAY_METHODS: methods })
  const due = { amount: minor(amount), currency: code('CHF') }
  const beginning = provider.begin(aCharge({ settings, due }))
  if (beginning.kind !== 'call') throw new Error(beginning.kind)
  const attempt = anAttempt({ settings, ...due, now: clock.now(), request: beginning.request })
  const outcome = await provider.online?.call(attempt)
  if (outcome?.kind !== 'redirect') throw new Error(JSON.stringify(outcome))
  const { url, reference, data } = outcome
  const open = async () => (await fetch(url)).text()
  const send = async (fields: Record<string, string>, below = '') => {
    const response = await fetch(`${url}${below}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    return { status: response.status, to: response.headers.get('location'), text: await response.text() }
  }
  const stateNow = () => provider.online?.read({ ...attempt, reference, data, now: clock.now(), why: 'return' })
  return { open, send, stateNow, back: String(beginning.request['returnUrl']) }
}

const card = (number: string) => ({ act: 'pay', method: 'VISA', number, expiry: '12 / 30', cvc: '123' })

describe('the page', () => {
  test('says what it is, has labels and buttons, and a way back', async () => {
    const { open, back } = await aPage()
    const text = await open()
    for (const words of ['This is a test page of Foyer; no money moves', 'lang="en"', 'Card number', 'TWINT']) {
      expect(text).toContain(words)
    }
    for (const act of ['pay', 'refuse', 'cancel']) expect(text).toContain(`<button name="act" value="${act}">`)
    expect(text).toContain(`<a href="${back}">Come back without paying</a>`)
  })

  test('opens once: another time ends the attempt', async () => {
    const { open, stateNow } = await aPage()
    await open()
    expect(await open()).toContain('This page has ended')
    expect(await stateNow()).toEqual({ kind: 'cancelled' })
  })

  test('does not open once it has expired', async () => {
    const { open } = await aPage()
    clock.pass(hours(1))
    expect(await open()).toContain('This page has ended')
  })

  test.each([
    [CARD.pays, 8000n, 'authorized'],
    [CARD.mastercard, 8000n, 'authorized'],
    [CARD.isNotAuthenticated, 8000n, 'refused'],
    [CARD.isWithoutLiabilityShift, 8000n, 'refused'],
    [CARD.isDeclined, 8000n, 'refused'],
    [CARD.byAmount, 8000n, 'authorized'],
    [CARD.byAmount, 8005n, 'refused'],
    [CARD.byAmount, 8051n, 'refused'],
    [CARD.byAmount, 8033n, 'refused'],
    [CARD.byAmount, 8043n, 'refused'],
  ])('with card %s and %s leads back, %s', async (number, amount, kind) => {
    const { open, send, stateNow, back } = await aPage('VISA', amount)
    await open()
    expect(await send(card(number))).toMatchObject({ status: 303, to: back })
    expect((await stateNow())?.kind).toBe(kind)
  })

  test.each([
    ['pay', 'authorized'],
    ['refuse', 'refused'],
  ])('of the bank: %s', async (act, kind) => {
    const { open, send, stateNow, back } = await aPage()
    await open()
    expect((await send(card(CARD.asks))).text).toContain('Complete authentication')
    expect(await send({ act }, '/bank')).toMatchObject({ status: 303, to: back })
    expect((await stateNow())?.kind).toBe(kind)
  })

  test.each([
    [{ act: 'pay', method: 'TWINT' }, 'authorized'],
    [{ act: 'refuse' }, 'refused'],
    [{ act: 'cancel' }, 'cancelled'],
  ])('sent as %o is %s', async (fields, kind) => {
    const { open, send, stateNow } = await aPage()
    await open()
    expect((await send(fields)).status).toBe(303)
    expect((await stateNow())?.kind).toBe(kind)
  })

  test.each([
    ['a number that is no test card', card('4242424242424242')],
    ['no security code', { ...card(CARD.pays), cvc: '' }],
    ['no button', { method: 'VISA' }],
  ])('with %s is shown again, with what is wrong', async (_, fields) => {
    const { open, send, stateNow } = await aPage()
    await open()
    expect(await send(fields)).toMatchObject({ status: 200, text: expect.stringContaining('role="alert"') })
    expect((await stateNow())?.kind).toBe('redirect')
  })

  test('that there is not is not found', async () => {
    const address = `${fake.url.replace('/api', '')}/page/nothing`
    expect((await fetch(address)).status).toBe(404)
    expect((await fetch(address, { method: 'POST', body: new URLSearchParams() })).status).toBe(404)
  })
})
