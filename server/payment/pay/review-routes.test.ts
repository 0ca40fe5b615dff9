import { beforeEach, expect, test } from 'vitest'
import { endPaymentReview, listPaymentReviews } from '#contract/organiser-payments.ts'
import { refundReservation } from '#contract/refund.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { countAudit } from '#tests/support/database/consistency.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const { url, apiKey, service, organiser, shop, clock, event, orderReady, payOnline, message } = await onlineShop()
const stranger = await anOrganiser(url, apiKey, 'Other Club')
const other = await organiser.open(anEventFile(clock.now(), { slug: 'quiet' }))

beforeEach(() => service.next({ kind: 'settled' }))

const list = (query: { event?: string } = {}, who = organiser) => who.api.expect(listPaymentReviews, 200, { query })
const end = (reviewId: string, note: string | null, who = organiser) =>
  who.api.ask(endPaymentReview, { params: { reviewId }, body: { note } })

async function paidOrder(): Promise<string> {
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  return id
}

test('what needs a person is listed with what to do, until it has been dealt with', async () => {
  expect(await list()).toEqual([])
  service.answers({ refund: { kind: 'refused', reason: 'the account is closed' } })
  const id = await paidOrder()
  const params = { reservationId: id }
  await organiser.api.expect(refundReservation, 200, {
    params,
    body: { what: 'AMOUNT', amount: '12.50', requestId: '12.50 back' },
  })
  await sendRefunds(shop)
  const [row, ...more] = await list({ event })
  expect(more).toEqual([])
  expect(row).toMatchObject({
    reason: 'REFUND_FAILED',
    detail: 'the account is closed',
    text: 'Money that was to go back has stayed where it was.',
    remedy: expect.stringContaining('give the money back once more'),
    event,
    reservationId: id,
    shortId: id.slice(0, 8).toUpperCase(),
    provider: 'PAYPAL',
    amount: '12.50',
    currency: 'CHF',
    since: clock.now(),
    dueBy: null,
  })
  expect(await list({ event: other })).toEqual([])
  expect((await end(row?.id ?? '', 'paid by hand')).status).toBe(200)
  expect(await list()).toEqual([])
  expect((await end(row?.id ?? '', 'again')).status).toBe(200)
  expect(await countAudit(shop.db, id, 'PAYMENT_REVIEWED')).toBe(1)
})

test('a dispute is listed with its sum and its day, and goes when the bank has decided for the organiser', async () => {
  const id = await paidOrder()
  const dispute = { reference: 'dp_1', amount: minor(5000n), dueBy: clock.now() }
  service.reports({ fee: null, refunds: [], disputes: [{ ...dispute, state: 'open' }] })
  await message(id)
  expect(await list()).toMatchObject([{ reason: 'DISPUTE_OPEN', amount: '50.00', dueBy: clock.now() }])
  service.reports({ fee: null, refunds: [], disputes: [{ ...dispute, state: 'lost' }] })
  await message(id)
  expect(await list()).toMatchObject([{ reason: 'DISPUTE_LOST' }])
  service.reports({ fee: null, refunds: [], disputes: [{ ...dispute, state: 'won' }] })
  await message(id)
  expect(await list()).toEqual([])
})

test('an organiser neither sees nor ends those of others', async () => {
  const open = await paidOrder()
  service.reports({
    fee: null,
    refunds: [],
    disputes: [{ reference: 'dp', amount: minor(1n), dueBy: null, state: 'open' }],
  })
  await message(open)
  const [row] = await list()
  expect(await list({}, stranger)).toEqual([])
  expect((await stranger.api.ask(listPaymentReviews, { query: { event } })).status).toBe(403)
  expect((await end(row?.id ?? '', null, stranger)).status).toBe(403)
  expect((await end('999999', null)).status).toBe(403)
  expect((await end('x', null)).status).toBe(400)
  expect(await list()).toHaveLength(1)
})

test('an order that is confirmed by its organiser needs no person any more', async () => {
  const before = (await list()).length
  service.next({ kind: 'settled', amount: '1' })
  const id = await orderReady()
  await payOnline(id)
  expect(await list()).toHaveLength(before + 1)
  expect((await organiser.confirm(id, { paymentProvider: 'ADMIN' })).status).toBe(200)
  expect(await list()).toHaveLength(before)
})
