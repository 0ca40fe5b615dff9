import { beforeEach, expect, test } from 'vitest'
import { confirmReservation } from '#contract/booking.ts'
import { discardPayment } from '#contract/payment-calls.ts'
import { after, hours, minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { checkPayments } from '#server/payment/pay/online/check-payment.ts'
import { findPayment } from '#server/payment/pay/online/payments.ts'
import { insertRefund } from '#server/payment/pay/online/move-refund.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { codesOf, infoOf, readyToPay, statusOf } from '../../support/buyer/purchase.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { reviewOf } from '../../support/payment/review-of.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

// What is Mollie's own, through the whole shop.

const clock = manualClock()
let shopUrl = 'http://127.0.0.1:9'
const fake = await mollieInTests({ notify: () => shopUrl, now: () => clock.now() })
const { url, apiKey, shop } = await testShop({ clock, environment: { MOLLIE_API_BASE: fake.url } })
shopUrl = url
const organiser = await anOrganiser(url, apiKey)
const { tickets, ...file } = anEventFile(clock.now(), { seats: 50, settings: { ...fake.settings } })
const event = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['MOLLIE'] } })
const buyer = aBuyer(url)

beforeEach(() => {
  fake.misbehave('usual')
  fake.office.refundsGo('usual')
  fake.messages.drop()
})

const pay = (id: string, selectedPaymentMethod: 'CREDIT_CARD' | 'APPLE_PAY' = 'CREDIT_CARD') => {
  const agreed = { termAndConditionsAccepted: true, privacyPolicyAccepted: true, gatewayToken: null, captcha: null }
  const body = { ...agreed, selectedPaymentMethod, paymentProxy: 'MOLLIE' } as const
  return buyer.ask(confirmReservation, { params: { reservationId: id }, query: { lang: 'en' }, body })
}

/** An order whose buyer is at Mollie. */
async function startPayment() {
  const id = await readyToPay(buyer, event, { Conference: 1 })
  const { value } = await pay(id)
  const row = () =>
    shop.db.kysely
      .selectFrom('payment_transaction')
      .select(['id', 'reference', 'status'])
      .select(reviewOf)
      .where('order_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const { id: number, reference } = await row()
  return { id, number, reference: reference ?? '', row, value }
}

const postMessage = (path: string, body: string) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  }).then(({ status }) => status)

test('Pay leads to the page of Mollie, and Pay again to the same one', async () => {
  const { id, reference, value } = await startPayment()
  const there = { value: { redirect: true, redirectUrl: `${fake.url}/checkout/${reference}` } }
  expect(value).toMatchObject(there)
  expect((await pay(id)).value).toMatchObject(there)
  expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
})

test('while the supplier of a method is away the order stays open, and is paid by another method', async () => {
  const id = await readyToPay(buyer, event, { Conference: 1 })
  const { validity } = await infoOf(buyer, id)
  fake.profile.away.add('creditcard')
  const refused = await pay(id)
  fake.profile.away.delete('creditcard')
  expect([refused.status, codesOf(refused)]).toEqual([422, ['error.STEP_2_PAYMENT_PROCESSING_ERROR']])
  expect(JSON.stringify(refused.value)).toMatch(/can’t be reached just now.*another way/)
  expect(await infoOf(buyer, id)).toMatchObject({ status: 'PENDING', validity })
  expect((await pay(id, 'APPLE_PAY')).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
})

test('what Mollie has for the sum is offered, and while it can’t be asked what it has published', async () => {
  const offeredFor = async (count: number) => {
    const { activePaymentMethods } = await infoOf(buyer, await readyToPay(buyer, event, { Conference: count }))
    return Object.keys(activePaymentMethods)
  }
  fake.profile.methods.delete('applepay')
  expect(await offeredFor(2)).toEqual(['CREDIT_CARD'])
  fake.misbehave('down', { of: /methods/ })
  expect(await offeredFor(3)).toEqual(['CREDIT_CARD', 'APPLE_PAY'])
  fake.profile.methods.add('applepay')
})

test('a message is answered by what it says, and a stranger’s makes the shop ask nothing', async () => {
  const { id, reference } = await startPayment()
  const path = `/api/payment/webhook/mollie/reservation/${id}`
  const before = fake.requests().length
  expect(await postMessage(path, 'id=tr_of_a_stranger')).toBe(200)
  expect(await postMessage(path, 'id=ord_1')).toBe(200)
  expect(await postMessage(path, '')).toBe(400)
  expect(await postMessage('/api/payment/webhook/mollie/reservation/x', `id=${reference}`)).toBe(400)
  expect(await postMessage(`/api/webhook/mollie/event/${event}/reservation/${id}`, `id=${reference}`)).toBe(200)
  expect(fake.requests()).toHaveLength(before)
  expect(await postMessage(path, `id=${reference}`)).toBe(200)
  expect(fake.requests().slice(before)).toEqual([`GET /v2/payments/${reference}`])
})

test('a payment that was not begun can be given up for another way', async () => {
  const { id, row } = await startPayment()
  await buyer.expect(discardPayment, 200, { params: { reservationId: id } })
  expect(await statusOf(buyer, id)).toBe('PENDING')
  expect(await row()).toMatchObject({ status: 'CANCELLED' })
  expect((await pay(id, 'APPLE_PAY')).value).toMatchObject({ value: { redirect: true } })
  const { reference } = await row()
  await fake.buyer(reference ?? '', 'pay')
  expect(await fake.messages.deliver()).toEqual([200, 200])
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})

test('a card payment that the buyer has begun is waited for', async () => {
  const { id, reference } = await startPayment()
  await fake.buyer(reference, 'abandon')
  await buyer.ask(discardPayment, { params: { reservationId: id } })
  expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
  clock.set(after(clock.now(), minutes(16)))
  await checkPayments(shop)
  expect(await statusOf(buyer, id)).toBe('PENDING')
})

test.each([
  ['usual', 'DONE'],
  ['pending', 'DONE'],
  ['fail-later', 'FAILED'],
] as const)('a refund that goes %s is %s in the end', async (how, status) => {
  const { number, reference, row } = await startPayment()
  await fake.buyer(reference, 'pay')
  await fake.messages.deliver()
  const payment = await findPayment(shop.db, number)
  if (payment?.status !== 'COMPLETE') throw new Error('not paid')
  fake.office.refundsGo(how)
  const refunded = { amount: minor(100n), origin: 'ORGANISER', reason: 'as agreed', documentId: null } as const
  await transaction(shop.db, tx => insertRefund(tx, payment, { ...refunded, now: clock.now() }))
  await sendRefunds(shop)
  await fake.office.endRefunds()
  clock.set(after(clock.now(), hours(1)))
  await sendRefunds(shop)
  const refund = await shop.db.kysely
    .selectFrom('payment_refund')
    .select(['status', 'reference', 'origin'])
    .where('transaction_id', '=', number)
    .execute()
  expect(refund).toMatchObject([{ status, reference: expect.stringMatching(/^re_/), origin: 'ORGANISER' }])
  expect((await row()).review !== null).toBe(status === 'FAILED')
  await fake.messages.deliver('twice')
  expect(await row()).toMatchObject({ status: 'COMPLETE' })
})

test('nothing was asked that Mollie’s documents do not allow', () => {
  expect(fake.violations()).toEqual([])
})
