import { decideMoney } from '#domain/payment/pay/payment-life.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReviewReason } from '#domain/payment/pay/review.ts'
import { type Claim, RETURNED_FOR } from '#domain/order/reservation/confirm.ts'
import { canMove, has } from '#domain/order/reservation/states.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { moveReservation } from '#server/order/order/move-reservation.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import type { CallOutcome, ReceivedMoney } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { storeAttempt } from './attempts.ts'
import { type PaymentFacts, type Step, step } from './locked-payment.ts'
import { insertRefund } from './move-refund.ts'
import { type WithOrder, giveUpFor, lostBy, reopen, repricedBy } from './record-no-money.ts'
import { endReviewsOfOrder, raiseReview } from './reviews.ts'
import { storeProgress, storeLiveAgain, storeMoney, storeRefusal, voidOtherPayments } from './store.ts'

/** Records money that has come or could be taken: what becomes of it is decided by domain/payment/pay/payment-life.ts. */

type Settled = { readonly received: ReceivedMoney; readonly data: ProviderData }

function decide({ payment, order }: PaymentFacts, received: ReceivedMoney) {
  const reservation = order?.reservation
  return decideMoney(
    payment,
    reservation
      ? {
          status: reservation.status,
          validity: reservation.validity,
          due: { amount: reservation.price.total, currency: reservation.currency ?? NO_CURRENCY },
        }
      : null,
    received,
  )
}

export async function settle(tx: Tx, facts: PaymentFacts, { received, data }: Settled): Promise<Step> {
  const { payment, order, now } = facts
  const money = { received, data, now }
  switch (decide(facts, received)) {
    case 'nothing':
      return step('over')
    case 'review':
      await storeMoney(tx, payment, isOfOrder(facts) ? 'COMPLETE' : 'RETURNED', money)
      return review(tx, facts, { reason: 'OTHER_SUM', detail: sumOf(received) })
    case 'give-back':
      return sendBack(tx, facts, { ...money, lost: order && isUnpaid(order) ? await repricedBy(tx, order) : null })
    default: {
      if (!order) return step('over')
      const lost = await lostBy(tx, { ...facts, order })
      return lost ? sendBack(tx, facts, { ...money, lost }) : confirm(tx, { ...facts, order }, money)
    }
  }
}

const isUnpaid = ({ reservation }: LockedOrder): boolean =>
  has(reservation, 'isOpen') || has(reservation, 'isBeingPaid') || has(reservation, 'needsOrganiser')

/** The order can't take the money: all of it goes back, and the buyer reads why. An order that waited for it is open again. */
async function sendBack(
  tx: Tx,
  facts: PaymentFacts,
  { lost, ...money }: Settled & { readonly now: Instant; readonly lost: Claim | null },
): Promise<Step> {
  const { payment, now } = facts
  const { received } = money
  const modifications = { provider: payment.proxy, amount: String(received.amount), reason: lost ?? 'order' }
  await storeMoney(tx, payment, 'RETURNED', { ...money, notes: [{ type: 'PAYMENT_RETURNED', modifications }] })
  const newRefund = { amount: received.amount, origin: 'SHOP', reason: NOT_NEEDED, documentId: null, now } as const
  await insertRefund(tx, payment, newRefund)
  if (lost) await storeRefusal(tx, payment, RETURNED_FOR[lost])
  await reopen(tx, facts, { note: null, reason: null, leavesTime: true, isOver: false })
  return lost ? { ...step('given-back'), why: RETURNED_FOR[lost] } : step('given-back')
}

const NOT_NEEDED = 'the order could not be completed by it'

/** Does the order wait for this payment, and for no other one? Money of another one is not the order's. */
const isOfOrder = ({ order, payment }: PaymentFacts): boolean =>
  order !== null && paymentHas(payment, 'isOpen') && canMove(order.reservation.status, 'STUCK')

async function confirm(
  tx: Tx,
  { order: { reservation }, payment, now }: WithOrder,
  money: Settled & { readonly now: Instant },
): Promise<Step> {
  await voidOtherPayments(tx, payment, now)
  await endReviewsOfOrder(tx, reservation.id, now)
  await storeMoney(tx, payment, 'COMPLETE', money)
  await moveReservation(tx, reservation, 'FINALIZING', {
    at: now,
    notes: [{ type: 'PAYMENT_CONFIRMED' }],
    set: {
      finalize_at: timestamp(now),
      payment_proxy: payment.proxy,
      ...(payment.method && { payment_method: payment.method }),
    },
  })
  return step('confirmed')
}

/** Another sum or currency than was due is no payment of this order: it needs a person. */
async function stuck(tx: Tx, facts: PaymentFacts): Promise<Step> {
  const { order, now, payment } = facts
  if (order && isOfOrder(facts)) {
    await moveReservation(tx, order.reservation, 'STUCK', {
      at: now,
      notes: [{ type: 'PAYMENT_TO_REVIEW' }],
      set: { payment_proxy: payment.proxy },
    })
  }
  return step('to-review')
}

type ReviewFacts = { readonly reason: ReviewReason; readonly detail: string }

export async function review(tx: Tx, facts: PaymentFacts, why: ReviewFacts): Promise<Step> {
  await raiseReview(tx, facts.shop, facts, { ...why, now: facts.now })
  return stuck(tx, facts)
}

/** As a person reads it: what has come. */
function sumOf({ amount, currency: code }: ReceivedMoney): string {
  const inCurrency = currency(code)
  return inCurrency ? `${inCurrency} ${printed(amount, inCurrency)}` : `${code} ${amount}`
}

type Authorized = Extract<CallOutcome, { kind: 'authorized' }>

/** The money could be taken: it is when the order can take it, under the lock that keeps it so. Else it is let go. */
export async function authorize(tx: Tx, facts: PaymentFacts, { received, reference, data }: Authorized): Promise<Step> {
  const { payment, now } = facts
  const decision = decide(facts, received)
  if (decision === 'nothing') return step('over')
  await storeProgress(tx, payment, { reference, data })
  if (!payment.isLive) await storeLiveAgain(tx, payment, now)
  const { order } = facts
  const lost = decision === 'accept' && order ? await lostBy(tx, { ...facts, order }) : null
  const isTaken = decision === 'accept' && lost === null
  const request = { authorization: received.gatewayTransactionId }
  const next = await storeAttempt(tx, payment, { step: isTaken ? 'CAPTURE' : 'CANCEL', request, now })
  if (lost) return { ...(await giveUpFor(tx, facts, lost)), next }
  if (decision !== 'review') return step('open', next)
  await raiseReview(tx, facts.shop, facts, { reason: 'OTHER_SUM', detail: sumOf(received), now })
  return { ...(await stuck(tx, facts)), next }
}
