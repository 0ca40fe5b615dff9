import { beforeEach, describe, expect, test } from 'vitest'
import { cancelReservation } from '#contract/booking.ts'
import { removePaymentToken } from '#contract/payment-calls.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import { checkPayments } from '#server/payment/pay/online/check-payment.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { PAY_BY, filledIn, infoOf, pay, readyToPay, sendDetails, statusOf } from '../../support/buyer/purchase.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

// The buyer agrees at PayPal, and Pay takes the money: what can come between.

const clock = manualClock()
let shopUrl = 'http://127.0.0.1:9'
const fake = await paypalInTests({ notify: () => shopUrl, now: () => clock.now() })
const { url, apiKey, shop } = await testShop({ clock, environment: { PAYPAL_API_BASE: fake.url } })
shopUrl = url
const organiser = await anOrganiser(url, apiKey)
const { tickets, ...file } = anEventFile(clock.now(), { seats: 100, settings: { ...fake.settings } })
const event = await organiser.open({
  ...file,
  tickets: { ...tickets, paymentMethods: ['PAYPAL', 'ON_SITE', 'OFFLINE'] },
})
const buyer = aBuyer(url)
const start = clock.now()

beforeEach(() => {
  clock.set(start)
  fake.misbehave('usual')
  fake.messages.drop()
})

const press = (id: string) => pay(buyer, id, PAY_BY.PAYPAL)
const redirectOf = async (id: string) => (await press(id)).value as { value: { redirectUrl: string } }
const get = (address: string) => {
  const { pathname, search } = new URL(address, url)
  return fetch(`${url}${pathname}${search}`, { redirect: 'manual' })
}

async function startPayment() {
  const id = await readyToPay(buyer, event, { Conference: 1 })
  const { value } = await redirectOf(id)
  const reference = new URL(value.redirectUrl).searchParams.get('token') ?? ''
  return { id, reference, page: value.redirectUrl, order: `${url}/event/${event}/reservation/${id}` }
}

/** The address of the second page, as the first one leads to it. */
async function onwardFrom(reference: string): Promise<string> {
  const response = await get(fake.back(reference))
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const [, target = ''] = /content="0;url=([^"]*)"/.exec(await response.text()) ?? []
  return target.replaceAll('&amp;', '&')
}

async function agreed() {
  const open = await startPayment()
  await fake.buyer(open.reference, 'pay')
  const back = await get(await onwardFrom(open.reference))
  expect(new URL(back.headers.get('location') ?? '').pathname).toBe(`${new URL(open.order).pathname}/overview`)
  return open
}

const takings = () => fake.books().filter(({ kind }) => kind === 'charge').length
const later = async (milliseconds: number) => {
  clock.set(after(clock.now(), milliseconds))
  await checkPayments(shop)
  await sendRefunds(shop)
  await expireReservations(shop)
}

describe('agreed to', () => {
  test('the page says so, and nothing is taken before Pay', async () => {
    const before = takings()
    const { id } = await startPayment()
    expect(await infoOf(buyer, id)).toMatchObject({ tokenAcquired: false })
    const open = await agreed()
    expect(await infoOf(buyer, open.id)).toMatchObject({
      tokenAcquired: true,
      paymentProxy: 'PAYPAL',
      status: 'PENDING',
    })
    await fake.messages.deliver()
    await later(minutes(3))
    expect(takings()).toBe(before)
    expect((await press(open.id)).status).toBe(200)
    expect(await statusOf(buyer, open.id)).toBe('COMPLETE')
    expect(takings()).toBe(before + 1)
  })

  test('Pay pressed ten times at once takes the money once', async () => {
    const before = takings()
    const { id } = await agreed()
    await Promise.all(Array.from({ length: 10 }, () => press(id)))
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect(takings()).toBe(before + 1)
  })

  test('and the buyer does not press Pay: the order ends, and nothing was taken', async () => {
    const before = takings()
    const { id } = await agreed()
    await later(minutes(50))
    await later(minutes(10))
    expect(await statusOf(buyer, id)).toBeUndefined()
    expect(takings()).toBe(before)
  })

  test('and the buyer has not come back: Pay leads to the page of the order, and then takes the money', async () => {
    const { id, reference, order } = await startPayment()
    await fake.buyer(reference, 'pay')
    const { value } = await redirectOf(id)
    expect(new URL(value.redirectUrl).pathname).toBe(`${new URL(order).pathname}/overview`)
    await press(id)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })

  test('by other details than those of now, nothing is taken, and Pay begins anew', async () => {
    const before = takings()
    const { id } = await agreed()
    const changed = { ...filledIn(await infoOf(buyer, id)), lastName: 'Byron' }
    expect((await sendDetails(buyer, id, changed)).status).toBe(200)
    const refused = await press(id)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.value)).toContain('Your details changed')
    expect(await infoOf(buyer, id)).toMatchObject({ tokenAcquired: false, paymentRefusal: 'error.STEP_2_INVALID_HMAC' })
    const { value } = await redirectOf(id)
    const reference = new URL(value.redirectUrl).searchParams.get('token') ?? ''
    await fake.buyer(reference, 'pay')
    await get(await onwardFrom(reference))
    expect((await press(id)).status).toBe(200)
    expect(takings()).toBe(before + 1)
  })

  test('after other details were typed in, it is taken', async () => {
    const before = takings()
    const { id, reference: first } = await startPayment()
    const changed = { ...filledIn(await infoOf(buyer, id)), lastName: 'Byron' }
    expect((await sendDetails(buyer, id, changed)).status).toBe(200)
    const { value } = await redirectOf(id)
    const reference = new URL(value.redirectUrl).searchParams.get('token') ?? ''
    expect(reference).not.toBe(first)
    await fake.buyer(reference, 'pay')
    await get(await onwardFrom(reference))
    expect((await press(id)).status).toBe(200)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect(takings()).toBe(before + 1)
  })

  test('and the agreement is removed: the order is open for any way to pay', async () => {
    const { id } = await agreed()
    expect(await buyer.expect(removePaymentToken, 200, { params: { reservationId: id } })).toBe(true)
    expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
    await later(minutes(3))
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })

  test.each([
    ['at the door', PAY_BY.ON_SITE, 'COMPLETE'],
    ['by transfer', PAY_BY.OFFLINE, 'OFFLINE_PAYMENT'],
  ] as const)('and chosen to be paid %s after all, nothing is taken any more', async (_, otherWay, status) => {
    const before = takings()
    const { id } = await agreed()
    expect((await pay(buyer, id, otherWay)).status).toBe(200)
    await later(minutes(3))
    expect(await statusOf(buyer, id)).toBe(status)
    const payments = await shop.db.kysely
      .selectFrom('payment_transaction')
      .select(['proxy', 'status', 'is_live'])
      .where('order_id', '=', id)
      .where('proxy', '=', 'PAYPAL')
      .execute()
    expect(payments).toMatchObject([{ is_live: false }])
    expect(takings()).toBe(before)
  })

  test('by a forged signature, nothing is taken', async () => {
    const { id, reference, order } = await startPayment()
    await fake.buyer(reference, 'pay')
    await get(`${order}/payment/paypal/confirm?hmac=${'0'.repeat(64)}&token=${reference}&PayerID=QYR`)
    expect((await press(id)).status).toBe(422)
    expect(await statusOf(buyer, id)).toBe('PENDING')
  })

  test('of another order, nothing is kept', async () => {
    const { id, order, page } = await startPayment()
    const other = await startPayment()
    await fake.buyer(other.reference, 'pay')
    const { search } = new URL(await onwardFrom(other.reference), url)
    await get(`${order}/payment/paypal/confirm${search}`)
    expect(await infoOf(buyer, id)).toMatchObject({ tokenAcquired: false })
    expect((await redirectOf(id)).value.redirectUrl).toBe(page)
  })
})

describe('refused', () => {
  test('for a reason that is not known, the buyer gets a refusal, and pays by another order', async () => {
    const { id, reference } = await startPayment()
    fake.agree(reference, { issue: 'AN_ISSUE_OF_TOMORROW' })
    await get(await onwardFrom(reference))
    expect((await press(id)).status).toBe(422)
    expect(await infoOf(buyer, id)).toMatchObject({
      status: 'PENDING',
      paymentRefusal: 'error.STEP_2_PAYPAL_unexpected',
      tokenAcquired: false,
    })
    const { value } = await redirectOf(id)
    expect(value.redirectUrl).not.toContain(reference)
  })
})

describe('left by the button of PayPal', () => {
  test('the order is open for any way to pay', async () => {
    const { id, reference, order } = await startPayment()
    await fake.buyer(reference, 'cancel')
    const back = await get(await onwardFrom(reference))
    expect(back.headers.get('location')).toContain(`${new URL(order).pathname}/overview`)
    expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })
})

describe('taken, and the shop does not know', () => {
  test('until its time is over: it is found, and pays the order', async () => {
    const { id } = await agreed()
    fake.misbehave('lost', { count: 1, of: /capture$/ })
    await press(id)
    fake.misbehave('down')
    await later(minutes(50))
    fake.misbehave('usual')
    await later(minutes(100))
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })

  test('and the buyer cancels the order: it is found to be paid', async () => {
    const before = fake.books().length
    const { id } = await agreed()
    fake.misbehave('lost', { count: 1, of: /capture$/ })
    await press(id)
    await buyer.ask(cancelReservation, { params: { reservationId: id } })
    fake.misbehave('usual')
    await later(minutes(3))
    await later(minutes(3))
    const kinds = fake
      .books()
      .slice(before)
      .map(({ kind }) => kind)
    expect(kinds).toEqual(['charge'])
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })
})

describe('the way back', () => {
  test.each([
    '/payment/paypal/redirect/pay',
    '/payment/paypal/redirect/confirm',
    '/payment/paypal/redirect/confirm?reservationId=1',
  ])('at %s leads nowhere but home', async path => {
    const response = await get(path)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/')
  })
})

test('nothing was asked that PayPal’s texts do not allow', () => {
  expect(fake.violations()).toEqual([])
})
