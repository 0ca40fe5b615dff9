import { expect, test } from 'vitest'
import { discardPayment } from '#contract/payment-calls.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { checkPayment } from '#server/payment/pay/online/check-payment.ts'
import { openPaymentOf } from '#server/payment/pay/online/payments.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { SAFERPAY } from './subjects.ts'
import { openWorld } from './world.ts'

// Saferpay forbids frequent checks: the whole shop keeps a pause of a minute between two of one payment.

const { fake, shop, clock, buyer, startPayment, comeBack, acts, expectPaidOnce } = await openWorld(SAFERPAY, {
  fake: saferpayInTests,
  environment: ({ url }) => ({ SAFERPAY_API_BASE: url }),
})

async function checksOf(work: () => Promise<unknown>): Promise<number> {
  const before = fake.requests().length
  await work()
  return fake
    .requests()
    .slice(before)
    .filter(name => name.endsWith('PaymentPage/Assert')).length
}

async function checkFor(order: string, why: 'message' | 'end'): Promise<void> {
  const id = reservationId(order)
  const payment = id && (await openPaymentOf(shop.db, id))
  if (!payment) throw new Error(`${order} has no open payment`)
  await checkPayment(shop, payment, why)
}

/** The page of the payment has expired, and its buyer may still be at the bank. */
async function atTheBank() {
  const open = await startPayment()
  await acts(open, 'pay-later')
  clock.set(after(clock.now(), minutes(61)))
  return open
}

test('a buyer who reloads the page of return causes one check a minute', async () => {
  const { id } = await startPayment()
  expect(await checksOf(() => comeBack(id))).toBe(1)
  expect(await checksOf(() => comeBack(id))).toBe(0)
  clock.set(after(clock.now(), minutes(1)))
  expect(await checksOf(() => comeBack(id))).toBe(1)
})

test('a buyer who comes back in three tabs at once causes one check', async () => {
  const { id } = await startPayment()
  expect(await checksOf(() => Promise.all([comeBack(id), comeBack(id), comeBack(id)]))).toBe(1)
})

test('a check whose reply was lost is repeated after a minute, and by a message at once', async () => {
  const open = await startPayment()
  fake.misbehave('lost', { count: 1 })
  expect(await checksOf(() => comeBack(open.id))).toBe(1)
  expect(await checksOf(() => comeBack(open.id))).toBe(0)
  clock.set(after(clock.now(), minutes(1)))
  expect(await checksOf(() => comeBack(open.id))).toBe(1)
  await fake.buyer(open.reference, 'pay')
  expect(await checksOf(async () => expect(await fake.messages.deliver()).toEqual([200]))).toBe(1)
  await expectPaidOnce(open.id)
})

test('a return soon after a check for a message causes none', async () => {
  const { id } = await startPayment()
  expect(await checksOf(() => checkFor(id, 'message'))).toBe(1)
  expect(await checksOf(() => comeBack(id))).toBe(0)
})

test('a payment that was checked to be cancelled is not checked again by a return', async () => {
  const { id } = await atTheBank()
  const discard = () => buyer.ask(discardPayment, { params: { reservationId: id } })
  expect(await checksOf(async () => expect((await discard()).value).toBe(false))).toBe(1)
  expect(await checksOf(() => comeBack(id))).toBe(0)
})

test('a check at the end whose reply was lost is not repeated at once by any other cause', async () => {
  const { id } = await atTheBank()
  fake.misbehave('lost', { count: 1 })
  expect(await checksOf(() => checkFor(id, 'end'))).toBe(1)
  expect(await checksOf(() => comeBack(id))).toBe(0)
  expect(await checksOf(() => buyer.ask(discardPayment, { params: { reservationId: id } }))).toBe(0)
})

test('a shop that ended before it recorded the reply keeps the pause after its restart', async () => {
  const { id } = await startPayment()
  await shop.db.kysely
    .updateTable('payment_transaction')
    .set({ checked_at: new Date(clock.now()) })
    .where('order_id', '=', id)
    .execute()
  expect(await checksOf(() => comeBack(id))).toBe(0)
})

test('the stand-in has noted no frequent check', () => expect(fake.violations()).toEqual([]))
