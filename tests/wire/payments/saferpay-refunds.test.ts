import { beforeEach, expect, test } from 'vitest'
import { confirmReservation } from '#contract/booking.ts'
import { after, hours } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { findPayment } from '#server/payment/pay/online/payments.ts'
import { insertRefund } from '#server/payment/pay/online/move-refund.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { readyToPay } from '../../support/buyer/purchase.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { reviewOf } from '../../support/payment/review-of.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

// Refunds by a provider that could refund twice, through the whole shop.

const clock = manualClock()
let shopUrl = 'http://127.0.0.1:9'
const fake = await saferpayInTests({ notify: () => shopUrl, now: () => clock.now() })
const { url, apiKey, shop } = await testShop({ clock, environment: { SAFERPAY_API_BASE: fake.url } })
shopUrl = url
const organiser = await anOrganiser(url, apiKey)
const { tickets, ...file } = anEventFile(clock.now(), { seats: 50, settings: { ...fake.settings } })
const event = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['SAFERPAY'] } })
const buyer = aBuyer(url)

beforeEach(() => {
  fake.misbehave('usual')
  fake.office.refundsGo('usual')
})

/** A paid order of which a franc is to be refunded. */
async function refundedOrder() {
  const id = await readyToPay(buyer, event, { Conference: 1 })
  const body = {
    termAndConditionsAccepted: true,
    privacyPolicyAccepted: true,
    selectedPaymentMethod: 'CREDIT_CARD',
    paymentProxy: 'SAFERPAY',
    gatewayToken: null,
    captcha: null,
  } as const
  await buyer.ask(confirmReservation, { params: { reservationId: id }, query: { lang: 'en' }, body })
  const row = () =>
    shop.db.kysely
      .selectFrom('payment_transaction')
      .select(['id', 'reference', 'status'])
      .select(reviewOf)
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
  const { id: number, reference } = await row()
  await fake.buyer(reference ?? '', 'pay')
  expect(await fake.messages.deliver()).toEqual([200])
  const payment = await findPayment(shop.db, number)
  if (payment?.status !== 'COMPLETE') throw new Error('not paid')
  const refunded = { amount: minor(100n), origin: 'ORGANISER', reason: 'as agreed', documentId: null } as const
  await transaction(shop.db, tx => insertRefund(tx, payment, { ...refunded, now: clock.now() }))
  const refund = () =>
    shop.db.kysely
      .selectFrom('payment_refund')
      .select(['status', 'failure', 'reference'])
      .where('transaction_id', '=', number)
      .executeTakeFirstOrThrow()
  const returned = () =>
    fake.books().filter(({ kind, transactionId }) => kind === 'refund' && transactionId === String(number))
  return { row, refund, returned }
}

const later = async () => {
  clock.set(after(clock.now(), hours(1)))
  await sendRefunds(shop)
}

test('a refund is captured, and done', async () => {
  const { refund, returned } = await refundedOrder()
  await sendRefunds(shop)
  expect(await refund()).toMatchObject({ status: 'DONE', failure: null })
  expect(returned()).toMatchObject([{ amount: 100n }])
})

test.each(['lost', 'down'] as const)(
  'a refund whose reply is %s is left to a person, and not sent again',
  async mood => {
    const { row, refund, returned } = await refundedOrder()
    fake.misbehave(mood, { of: /Refund$/ })
    await sendRefunds(shop)
    expect(await refund()).toMatchObject({ status: 'WANTED' })
    fake.misbehave('usual')
    await later()
    expect(await refund()).toMatchObject({ status: 'FAILED', failure: expect.stringContaining('twice') })
    expect((await row()).review).toBe('REFUND_FAILED')
    expect(returned()).toEqual([])
  },
)

test('a refund that was named and not captured is captured later, once', async () => {
  const { refund, returned } = await refundedOrder()
  fake.misbehave('lost', { of: /Capture$/, count: 1 })
  await sendRefunds(shop)
  expect(await refund()).toMatchObject({ status: 'PENDING', reference: expect.any(String) })
  await later()
  expect(await refund()).toMatchObject({ status: 'DONE' })
  expect(returned()).toMatchObject([{ amount: 100n }])
})

test.each([
  ['pending', 'DONE'],
  ['fail-later', 'FAILED'],
] as const)('a refund that goes %s is %s in the end', async (how, status) => {
  const { refund } = await refundedOrder()
  fake.office.refundsGo(how)
  await sendRefunds(shop)
  await later()
  expect(await refund()).toMatchObject({ status: 'PENDING' })
  await fake.office.endRefunds()
  await later()
  expect(await refund()).toMatchObject({ status })
})

test('nothing was asked that Saferpay’s texts do not allow', () => {
  expect(fake.violations()).toEqual([])
})
