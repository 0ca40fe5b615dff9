import { isDeepStrictEqual } from 'node:util'
import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import { decideMoney } from '#domain/payment/pay/payment-life.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { ReviewReason } from '#domain/payment/pay/review.ts'
import { type Claim, LOST_FOR, RETURNED_FOR } from '#domain/order/reservation/claims.ts'
import { WAITING, WHILE_PAYING } from '#domain/order/reservation/paying.ts'
import { has } from '#domain/order/reservation/states.ts'
import { canMove } from '#domain/order/reservation/transitions.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { voidPayment } from '#server/order/order/move-payment.ts'
import { moveReservation } from '#server/order/order/move-reservation.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import type { CallOutcome, CancelOutcome, ReceivedMoney } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { showPassEnd, takeClaims } from '../claims.ts'
import { latestMomentOf } from '../latest-moment.ts'
import type { PaymentOf } from './ask-provider.ts'
import { mailPaymentFailed, noticePaymentFailed, reasonToTell } from './mail-money.ts'
import { moveOn, reopen } from './record-no-money.ts'
import { type StoredAttempt, storeAnswer, storeAttempt, unansweredAttempt } from './attempts.ts'
import { type PaymentFacts, type Step, onLockedPayment, step } from './locked-payment.ts'
import { withKnown } from './newly-known.ts'
import type { StoredPayment } from './payments.ts'
import { insertRefund } from './move-refund.ts'
import { raiseReview } from './raise-review.ts'
import { endReviewsOfOrder } from './reviews.ts'
import {
  storeEnded,
  storeKnown,
  storeLiveAgain,
  storeMoney,
  storeRefusal,
  storeWantedAgain,
  wasRefused,
} from './store.ts'

/**
 * Records what a provider reports about a payment, in one transaction, for every source: the buyer's own request, a
 * message or a check. The first end counts and every later one changes nothing, so reports may come twice, late and out
 * of order; money that comes for a payment that had been given up is taken or refunded.
 */
export function recordOutcome(
  shop: Shop,
  of: PaymentOf,
  outcome: CallOutcome,
  buyer: { readonly isBuyerThere: boolean; readonly isGoingOn?: boolean } = { isBuyerThere: true },
): Promise<Step> {
  return onLockedPayment(shop, of, (tx, facts) =>
    record(tx, { ...facts, ...buyer }, withKnown(outcome, facts.payment.data, of.payment.data)),
  )
}

/**
 * Records what the provider has answered to an attempt. Sent by two at once, a request may be carried out for one and refused
 * to the other, such as by a limit of requests: once one of them has an answer, a refusal of the other says nothing.
 */
export function recordAnswer(shop: Shop, of: PaymentOf, attempt: StoredAttempt, outcome: CallOutcome): Promise<Step> {
  return onLockedPayment(shop, of, async (tx, facts) => {
    const isAnswered = (await unansweredAttempt(tx, facts.payment))?.id !== attempt.id
    if ((outcome.kind === 'refused' || outcome.kind === 'unreached') && isAnswered) return step('over')
    const told = withKnown(outcome, facts.payment.data, of.payment.data)
    return record(tx, { ...facts, isBuyerThere: true }, told)
  })
}

/**
 * Ends a payment whose page no buyer has, if one that begins now could last longer than its order may be held
 * (lifecycle A.3.9): its provider would keep the seats for a page that no buyer opens. `lastsMs`: how long it may last.
 */
export function recordTooLate(shop: Shop, of: PaymentOf, attempt: StoredAttempt, lastsMs: number): Promise<Step> {
  return onLockedPayment(shop, of, async (tx, facts) => {
    const { payment, order, now } = facts
    const isUnanswered = (await unansweredAttempt(tx, payment))?.id === attempt.id
    if (!isUnanswered || !payment.isLive || payment.reference !== null) return step('open')
    if (order && after(now, lastsMs) <= latestMomentOf(shop, order, now)) return step('open')
    await storeAnswer(tx, payment.id, { kind: 'cancelled', now })
    return leave(tx, facts)
  })
}

/** Records the result of asking the provider to take no more money. */
export function recordCancel(shop: Shop, of: PaymentOf, outcome: CancelOutcome): Promise<Step> {
  return onLockedPayment(shop, of, async (tx, facts) => {
    if (outcome.kind === 'unknown' || !facts.payment.isLive) return step('open')
    await storeAnswer(tx, facts.payment.id, { kind: outcome.kind, now: facts.now })
    if (outcome.kind !== 'cancelled') return step('open')
    // The refusal of an earlier card is not why it was not paid (lifecycle B.3); what the shop gave up keeps the shop's reason.
    const { payment } = facts
    return paymentHas(payment, 'isOpen') && payment.refusal !== null ? leave(tx, facts) : end(tx, facts)
  })
}

async function record(tx: Tx, facts: PaymentFacts, outcome: CallOutcome): Promise<Step> {
  const { payment, now } = facts
  if (outcome.kind === 'unknown') return step('open')
  await storeAnswer(tx, payment.id, { kind: outcome.kind, now })
  switch (outcome.kind) {
    case 'settled':
      return settle(tx, facts, outcome)
    case 'authorized':
      return authorize(tx, facts, outcome)
    case 'mismatch':
      return review(tx, facts, { reason: 'OTHER_PAYMENT', detail: outcome.reason })
    case 'redirect':
    case 'needs-browser':
    case 'waiting':
      return payment.isLive ? goOn(tx, facts, outcome) : step('over')
    case 'refused':
      if (!payment.isLive) return step('over')
      return isSaidBefore(facts, outcome) ? goOnAfter(tx, facts, outcome) : refuse(tx, facts, outcome)
    case 'unreached': {
      const { code, isOver } = outcome
      return payment.isLive ? refuse(tx, facts, { kind: 'refused', code, isOver }, { leavesTime: false }) : step('over')
    }
    case 'cancelled':
      return payment.isLive ? leave(tx, facts) : step('over')
    default:
      return outcome satisfies never
  }
}

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

async function settle(tx: Tx, facts: PaymentFacts, { received, data }: Settled): Promise<Step> {
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

/** What the order does not have any more that its payment was begun with; null: it has all of it, its places in groups taken. */
async function lostBy(tx: Tx, { order, payment, now }: WithOrder): Promise<Claim | null> {
  const { price, currency: code } = order.reservation
  if (payment.amount !== price.total || payment.currency !== (code ?? NO_CURRENCY)) return repricedBy(tx, order)
  return takeClaims(tx, order, { now, passValidAt: payment.begunAt })
}

/** Why an order costs something else than when its payment was begun. */
const repricedBy = async (tx: Tx, { reservation }: LockedOrder): Promise<Claim> =>
  reservation.isPassEndUnseen ? showPassEnd(tx, reservation) : 'price'

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
  const wanted = { amount: received.amount, origin: 'SHOP', reason: NOT_WANTED, documentId: null, now } as const
  await insertRefund(tx, payment, wanted)
  if (lost) await storeRefusal(tx, payment, RETURNED_FOR[lost])
  await reopen(tx, facts, { note: null, reason: null, leavesTime: true, isOver: false })
  return lost ? { ...step('given-back'), why: RETURNED_FOR[lost] } : step('given-back')
}

const NOT_WANTED = 'the order could not be completed by it'

/** Does the order wait for this payment, and for no other one? Money of another one is not the order's. */
const isOfOrder = ({ order, payment }: PaymentFacts): boolean =>
  order !== null && paymentHas(payment, 'isOpen') && canMove(order.reservation.status, 'STUCK')

type WithOrder = PaymentFacts & { readonly order: LockedOrder }

async function confirm(
  tx: Tx,
  { order: { reservation }, payment, now }: WithOrder,
  money: Settled & { readonly now: Instant },
): Promise<Step> {
  await storeWantedAgain(tx, payment, now)
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

type Doubt = { readonly reason: ReviewReason; readonly detail: string }

async function review(tx: Tx, facts: PaymentFacts, doubt: Doubt): Promise<Step> {
  await raiseReview(tx, facts.shop, facts, { ...doubt, now: facts.now })
  return stuck(tx, facts)
}

/** As a person reads it: what has come. */
function sumOf({ amount, currency: code }: ReceivedMoney): string {
  const known = currency(code)
  return known ? `${known} ${printed(amount, known)}` : `${code} ${amount}`
}

type Authorized = Extract<CallOutcome, { kind: 'authorized' }>

/** The money could be taken: it is when the order can take it, under the lock that keeps it so. Else it is let go. */
async function authorize(tx: Tx, facts: PaymentFacts, { received, reference, data }: Authorized): Promise<Step> {
  const { payment, now } = facts
  const decision = decide(facts, received)
  if (decision === 'nothing') return step('over')
  await storeKnown(tx, payment, { reference, data })
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

type GoingOn = Extract<CallOutcome, { kind: 'redirect' | 'needs-browser' | 'waiting' }>

async function goOn(tx: Tx, facts: PaymentFacts, outcome: GoingOn): Promise<Step> {
  if (isOfAnotherName(facts.payment, outcome)) return step('over')
  await storeKnown(tx, facts.payment, outcome)
  const { order, payment } = facts
  if (order && paymentHas(payment, 'isOpen')) {
    const lost = await lostOnTheWay(tx, { ...facts, order })
    if (lost) return giveUpFor(tx, facts, lost)
    const to = outcome.kind === 'waiting' ? WAITING : WHILE_PAYING[standing(outcome)]
    const until = outcome.kind === 'waiting' ? order.reservation.validity : outcome.until
    await moveOn(tx, { ...facts, order }, { to, until })
  }
  return step('open')
}

/**
 * Sent twice at once, a request may have been carried out twice where the provider knows no keys. The first answer
 * counts, and no buyer is sent to the second one, because no job would check it.
 */
const isOfAnotherName = ({ reference }: StoredPayment, outcome: GoingOn): boolean =>
  reference !== null && 'reference' in outcome && outcome.reference !== reference

const standing = (outcome: Exclude<GoingOn, { kind: 'waiting' }>) =>
  outcome.kind === 'redirect' ? outcome.meanwhile : 'elsewhere'

type Refused = Extract<CallOutcome, { kind: 'refused' }>

/**
 * An open order moves into the payment here, or its buyer continues the payment: then it must have all that it depends
 * on.
 */
async function lostOnTheWay(tx: Tx, facts: WithOrder): Promise<Claim | null> {
  return has(facts.order.reservation, 'isOpen') || facts.isGoingOn === true ? lostBy(tx, facts) : null
}

/** No money is taken for what the order has lost: its provider is to take none, and the buyer reads why. */
async function giveUpFor(tx: Tx, facts: PaymentFacts, lost: Claim): Promise<Step> {
  const { payment, now } = facts
  const why = LOST_FOR[lost]
  await storeRefusal(tx, payment, why)
  await voidPayment(tx, payment, now)
  const note = { type: 'PAYMENT_CANCELLED', modifications: { reason: lost } } as const
  await reopen(tx, facts, { note, reason: why, leavesTime: true, isOver: false })
  return { ...step('refused'), why }
}

/** Asked again, a provider says again that the payment has failed, until the page has paid it. */
const isSaidBefore = ({ payment }: PaymentFacts, { code, isOver, data }: Refused): boolean =>
  !isOver && payment.refusal === code && data !== undefined && isDeepStrictEqual(data, payment.data)

/** Has the buyer pressed Pay to go on with the payment that has failed, and can the page do so? */
const isTriedAgain = ({ order, payment, isGoingOn }: PaymentFacts, { isOver, parameters }: Refused): boolean =>
  isGoingOn === true && order !== null && paymentHas(payment, 'isOpen') && !isOver && parameters !== undefined

/**
 * The payment is unchanged. The page that continues it holds the order and all that depends on it; an order that is
 * held for it already stays so.
 */
async function goOnAfter(tx: Tx, facts: PaymentFacts, outcome: Refused): Promise<Step> {
  const { order } = facts
  const isHeld = order !== null && has(order.reservation, 'isBeingPaid')
  if (order === null || !isTriedAgain(facts, outcome)) return step(isHeld ? 'open' : 'refused')
  const lost = await lostBy(tx, { ...facts, order })
  if (lost) return giveUpFor(tx, facts, lost)
  await moveOn(tx, { ...facts, order }, { to: WHILE_PAYING.elsewhere, until: order.reservation.validity })
  return step('open')
}

/** For so long the page is likely to show the result to the buyer, whichever way it reaches the shop first. */
const BUYER_STAYS_MS = minutes(5)

/** The order is open again, and long enough for another try; a payment that was not even asked for leaves it as it was. */
async function refuse(
  tx: Tx,
  facts: PaymentFacts,
  outcome: Refused,
  { leavesTime }: { readonly leavesTime: boolean } = { leavesTime: true },
): Promise<Step> {
  const { payment, shop, order, now } = facts
  const { code, isOver, data } = outcome
  const isFirst = order !== null && !(await wasRefused(tx, order.reservation.id))
  if (isOver) await storeEnded(tx, payment, { end: 'FAILED', now })
  if (data) await storeKnown(tx, payment, { data })
  await storeRefusal(tx, payment, code)
  const reason = reasonToTell(shop, outcome)
  const note = { type: 'PAYMENT_FAILED', modifications: { code, provider: payment.proxy } } as const
  const isTried = isTriedAgain(facts, outcome)
  const reopened = isTried ? null : await reopen(tx, facts, { note, reason, leavesTime, isOver })
  if (reopened?.kind === 'gone') return { ...step('refused'), freed: reopened.freed }
  const isAway = !facts.isBuyerThere && facts.now - payment.begunAt > BUYER_STAYS_MS
  if (order && isFirst && reopened && reopened.heldUntil > now && isAway) {
    await mailPaymentFailed(tx, shop, order, { reason, heldUntil: reopened.heldUntil })
  }
  // A provider that does not distinguish failures reports the last one again.
  const isNews = reopened !== null || payment.refusal !== code || data !== undefined
  if (order && isNews) await noticePaymentFailed(tx, shop, order, { provider: payment.proxy, reason, isHeld: true })
  if (order && isTried) {
    if (has(order.reservation, 'isBeingPaid')) await noteAudit(tx, { at: now, reservation: order.reservation, ...note })
    return goOnAfter(tx, facts, outcome)
  }
  return step('refused')
}

/** The buyer has gone away from the provider without paying, or has taken too long there. */
async function leave(tx: Tx, facts: PaymentFacts): Promise<Step> {
  await storeRefusal(tx, facts.payment, CANCELLED)
  return end(tx, facts)
}

const CANCELLED = 'foyer.payment.cancelled'

/** It has ended at the provider without money. */
async function end(tx: Tx, facts: PaymentFacts): Promise<Step> {
  const { payment, now } = facts
  await storeEnded(tx, payment, { end: 'CANCELLED', now })
  const note = { type: 'PAYMENT_CANCELLED' } as const
  const reopened = await reopen(tx, facts, { note, reason: CANCELLED, leavesTime: false, isOver: true })
  return { ...step('cancelled'), ...(reopened?.kind === 'gone' && { freed: reopened.freed }) }
}
