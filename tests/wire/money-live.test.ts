import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import type { Call } from '#contract/call.ts'
import { endPaymentReview, listPaymentReviews, reconcilePayments } from '#contract/organiser-payments.ts'
import * as refundCalls from '#contract/refund.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { type AskOf, aBuyer } from '../support/buyer/buyer.ts'
import { buy } from '../support/buyer/purchase.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Every call about refunds, reviews and reconciliation answers here as the contract says.

const { url, apiKey, shop, clock } = await testShop()
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now()))
const buyer = aBuyer(url)
const keyless = aBuyer(url, { authorization: 'ApiKey of-nobody' })
const seen = new Set<string>()

async function answers<C extends Call>(call: C, status: number, ask: AskOf<C>, who = buyer): Promise<void> {
  expect([call.operationId, (await who.ask(call, ask)).status]).toEqual([call.operationId, status])
  seen.add(`${call.operationId} ${status}`)
}

test('money that was paid', async () => {
  const { api } = organiser
  const params = { reservationId: await buy(buyer, shortName, { Conference: 2 }) }
  await answers(refundCalls.getReservationPayments, 200, { params }, api)
  await answers(refundCalls.getReservationPayments, 403, { params }, keyless)
  const body = { what: 'ORDER', money: false } as const
  await answers(refundCalls.refundReservation, 403, { params, body }, keyless)
  await answers(refundCalls.refundReservation, 422, { params, body: { what: 'ORDER' } }, api)
  await answers(refundCalls.refundReservation, 200, { params, body }, api)
  await answers(listPaymentReviews, 200, { query: { event: shortName } }, api)
  await answers(listPaymentReviews, 403, { query: {} }, keyless)
  const { rows } = await shop.db.pool.query<{ id: string }>(
    `with payment as (
       insert into payment_transaction (order_id, purchase_context_id, proxy, status, amount, currency, description, created_at)
       select $1, purchase_context_id, 'STRIPE', 'RETURNED', 1, 'CHF', '', now() from reservation where id = $1 returning id)
     insert into payment_review (transaction_id, reason, since) select id, 'OTHER_SUM', now() from payment returning id`,
    [params.reservationId],
  )
  const review = { params: { reviewId: String(rows[0]?.id) }, body: { note: null } }
  await answers(endPaymentReview, 403, review, keyless)
  await answers(endPaymentReview, 200, review, api)
  const query = { provider: 'OFFLINE' as const, day: '2027-01-15' }
  await answers(reconcilePayments, 200, { query }, api)
  await answers(reconcilePayments, 400, { query: { ...query, day: '2027-02-30' } }, api)
  await answers(reconcilePayments, 403, { query }, keyless)
})

test('each of these calls has given its good answer', () => {
  const calls = allCalls.filter(call =>
    [refundCalls, { endPaymentReview, listPaymentReviews, reconcilePayments }].some(of =>
      Object.values<unknown>(of).includes(call),
    ),
  )
  expect(calls).toHaveLength(5)
  expect(calls.filter(({ operationId }) => !seen.has(`${operationId} 200`))).toEqual([])
})
