import { describe, expect, test } from 'vitest'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { aPayPalCharge } from '#tests/fakes/paypal/a-charge.ts'
import { aClock, anAttempt, settingsOf } from '#tests/fakes/stripe/a-payment.ts'
import { paypalProvider } from './provider.ts'
import { PAYPAL_SETTINGS } from './account.ts'

// The page where buyers agree, as a browser without script uses it.

const clock = aClock()
const fake = await paypalInTests({ notify: 'http://127.0.0.1:9', now: clock.now })
const provider = paypalProvider(fake.url)
const settings = settingsOf(PAYPAL_SETTINGS)(fake.settings)

async function aPage() {
  const beginning = provider.begin(aPayPalCharge({ settings }))
  if (beginning.kind !== 'call') throw new Error(beginning.kind)
  const attempt = anAttempt({ settings, now: clock.now(), request: beginning.request })
  const first = await provider.online?.call(attempt)
  if (first?.kind !== 'redirect') throw new Error(JSON.stringify(first))
  const { url, reference, data } = first
  const send = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    return { status: response.status, to: response.headers.get('location') ?? '', text: await response.text() }
  }
  const take = () => {
    const idempotencyKey = `${attempt.transactionId}-CHARGE-2`
    return provider.online?.call({ ...attempt, reference, data, request: { step: 'capture' }, idempotencyKey })
  }
  const open = async () => (await fetch(url)).text()
  return {
    open,
    send,
    take,
    reference,
    back: String(beginning.request['returnUrl']),
    left: String(beginning.request['cancelUrl']),
  }
}

describe('the page', () => {
  test('says what it is, has labels and buttons, and a way back', async () => {
    const { open, left } = await aPage()
    const text = (await open()).replaceAll('\u00a0', ' ')
    for (const words of ['This is a test page of Foyer; no money moves', 'lang="en"', 'CHF 80.00', 'Balance']) {
      expect(text).toContain(words)
    }
    for (const act of ['pay', 'refuse', 'cancel']) expect(text).toContain(`<button name="act" value="${act}">`)
    expect(text).toContain(`<a href="${left.replaceAll('&', '&#38;')}">Come back without paying</a>`)
  })

  test.each([
    ['balance', 'settled'],
    ['review', 'waiting'],
    ['declined', 'refused'],
    ['refused', 'refused'],
  ])('with %s leads back, and what Pay takes is %s', async (source, kind) => {
    const { send, take, back, reference } = await aPage()
    const { status, to } = await send({ act: 'pay', source })
    expect(status).toBe(303)
    expect(to).toBe(`${back}&token=${reference}&PayerID=QYR5Z8XDVJNXQ`)
    expect(fake.back(reference)).toBe(to)
    expect((await take())?.kind).toBe(kind)
  })

  test('shows what was declined to a buyer who comes again', async () => {
    const { open, send } = await aPage()
    expect((await send({ act: 'refuse' })).status).toBe(303)
    expect(await open()).toContain('role="alert"')
  })

  test('is left by its button, or shown again without one', async () => {
    const { send, left, reference } = await aPage()
    const to = `${left}&token=${reference}`
    expect(await send({ act: 'cancel', source: 'balance' })).toMatchObject({ status: 303, to })
    expect(await send({ source: 'balance' })).toMatchObject({ status: 200 })
    expect((await send({ act: 'pay', source: 'gold' })).text).toContain('role="alert"')
  })

  test('has ended once it is paid, and is not there for no order', async () => {
    const { open, send, take } = await aPage()
    await send({ act: 'pay', source: 'balance' })
    await take()
    expect(await open()).toContain('This payment has ended')
    expect((await send({ act: 'pay' })).text).toContain('This payment has ended')
    const address = `${fake.url}/checkoutnow?token=nothing`
    expect((await fetch(address)).status).toBe(404)
    expect((await fetch(address, { method: 'POST', body: new URLSearchParams() })).status).toBe(404)
  })
})
