import { isDeepStrictEqual } from 'node:util'
import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Claim, LOST_FOR } from '#domain/order/reservation/confirm.ts'
import { heldLonger } from '#domain/order/reservation/hold.ts'
import { type ReservationStatus, WAITING, WHILE_PAYING, canMove, has } from '#domain/order/reservation/states.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import { releasePlaces } from '#server/catalog/attendee-group/attendee-groups.ts'
import { type OrderNote, noteAudit } from '#server/foundation/audit/audit.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { discardReservations } from '#server/order/order/release-held.ts'
import { voidPayment } from '#server/order/order/move-payment.ts'
import { moveReservation } from '#server/order/order/move-reservation.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import type { CallOutcome } from '#server/providers/port/online.ts'
import { showPassEnd, takeClaims } from '../claims.ts'
import { latestMomentOf } from '../latest-moment.ts'
import { type PaymentFacts, type Step, step } from './locked-payment.ts'
import { mailPaymentFailed, noticePaymentFailed, reasonText } from './mail-money.ts'
import type { StoredPayment } from './payments.ts'
import { endReview } from './reviews.ts'
import { storeEnded, storeHeldUntil, storeProgress, storeRefusal, wasRefused } from './store.ts'

/** Records that a payment goes on, was refused or has ended without money, and what becomes of its order by that. */

export type WithOrder = PaymentFacts & { readonly order: LockedOrder }

type GoingOn = Extract<CallOutcome, { kind: 'redirect' | 'needs-browser' | 'waiting' }>

export async function goOn(tx: Tx, facts: PaymentFacts, outcome: GoingOn): Promise<Step> {
  if (isOfAnotherName(facts.payment, outcome)) return step('over')
  await storeProgress(tx, facts.payment, outcome)
  const { order, payment } = facts
  if (order && paymentHas(payment, 'isOpen')) {
    const lost = await lostOnTheWay(tx, { ...facts, order })
    if (lost) return giveUpFor(tx, facts, lost)
    const to = outcome.kind === 'waiting' ? WAITING : WHILE_PAYING[meanwhileOf(outcome)]
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

const meanwhileOf = (outcome: Exclude<GoingOn, { kind: 'waiting' }>) =>
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
export async function giveUpFor(tx: Tx, facts: PaymentFacts, lost: Claim): Promise<Step> {
  const { payment, now } = facts
  const why = LOST_FOR[lost]
  await storeRefusal(tx, payment, why)
  await voidPayment(tx, payment, now)
  const note = { type: 'PAYMENT_CANCELLED', modifications: { reason: lost } } as const
  await reopen(tx, facts, { note, reason: why, leavesTime: true, isOver: false })
  return { ...step('refused'), why }
}

/** Records a refusal; one that the provider repeats changes nothing. */
export function recordRefusal(tx: Tx, facts: PaymentFacts, outcome: Refused): Promise<Step> {
  return isRepeated(facts, outcome) ? goOnAfter(tx, facts, outcome) : refuse(tx, facts, outcome)
}

/** Asked again, a provider says again that the payment has failed, until the page has paid it. */
const isRepeated = ({ payment }: PaymentFacts, { code, isOver, data }: Refused): boolean =>
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
export async function refuse(
  tx: Tx,
  facts: PaymentFacts,
  outcome: Refused,
  { leavesTime }: { readonly leavesTime: boolean } = { leavesTime: true },
): Promise<Step> {
  const { payment, shop, order, now } = facts
  const { code, isOver, data } = outcome
  const isFirst = order !== null && !(await wasRefused(tx, order.reservation.id))
  if (isOver) await storeEnded(tx, payment, { end: 'FAILED', now })
  if (data) await storeProgress(tx, payment, { data })
  await storeRefusal(tx, payment, code)
  const reason = reasonText(shop, outcome)
  const note = { type: 'PAYMENT_FAILED', modifications: { code, provider: payment.proxy } } as const
  const isTried = isTriedAgain(facts, outcome)
  const reopened = isTried ? null : await reopen(tx, facts, { note, reason, leavesTime, isOver })
  if (reopened?.kind === 'gone') return { ...step('refused'), freed: reopened.freed }
  const isAway = !facts.isBuyerThere && facts.now - payment.startedAt > BUYER_STAYS_MS
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
export async function leave(tx: Tx, facts: PaymentFacts): Promise<Step> {
  await storeRefusal(tx, facts.payment, CANCELLED)
  return end(tx, facts)
}

const CANCELLED = 'foyer.payment.cancelled'

/** It has ended at the provider without money. */
export async function end(tx: Tx, facts: PaymentFacts): Promise<Step> {
  const { payment, now } = facts
  await storeEnded(tx, payment, { end: 'CANCELLED', now })
  const note = { type: 'PAYMENT_CANCELLED' } as const
  const reopened = await reopen(tx, facts, { note, reason: CANCELLED, leavesTime: false, isOver: true })
  return { ...step('cancelled'), ...(reopened?.kind === 'gone' && { freed: reopened.freed }) }
}
/** What the order does not have any more that its payment was begun with; null: it has all of it, its places in groups taken. */
export async function lostBy(tx: Tx, { order, payment, now }: WithOrder): Promise<Claim | null> {
  const { price, currency: code } = order.reservation
  if (payment.amount !== price.total || payment.currency !== (code ?? NO_CURRENCY)) return repricedBy(tx, order)
  return takeClaims(tx, order, { now, passValidAt: payment.startedAt })
}

/** Why an order costs something else than when its payment was begun. */
export const repricedBy = async (tx: Tx, { reservation }: LockedOrder): Promise<Claim> =>
  reservation.isPassEndUnseen ? showPassEnd(tx, reservation) : 'price'

/** What has become of an order whose payment has ended without money. */
type Reopened =
  /** Its buyer may choose again. */
  | { readonly kind: 'open'; readonly heldUntil: Instant }
  /** Its latest moment has passed: it is gone, and these events and passes have more to sell now. */
  | { readonly kind: 'gone'; readonly freed: readonly number[] }

type Ended = {
  /** What the trail says of it; null where something else does. */
  readonly note: OrderNote | null
  /** Why, as people may read it. */
  readonly reason: string | null
  /** A refusal leaves time for another try, an end without one adds nothing. */
  readonly leavesTime: boolean
  /** The provider takes no money for it any more. */
  readonly isOver: boolean
}

/**
 * The buyer may choose again, if the order waited for this payment; null when it did not. One that was left to a person
 * needs no person any more, if only the provider's report was missing. After the latest moment of the order it is
 * deleted, and its buyer is written to (lifecycle A.3.9); as long as the provider may still take money for it, it is
 * kept.
 */
export async function reopen(tx: Tx, facts: PaymentFacts, ended: Ended): Promise<Reopened | null> {
  const { shop, order, payment, now } = facts
  if (!order || !paymentHas(payment, 'isOpen') || !canMove(order.reservation.status, 'PENDING')) return null
  const { reservation, offer } = order
  const wasMissing = await endReview(tx, payment, { reason: 'NO_ANSWER', now })
  if (has(reservation, 'needsOrganiser') && !wasMissing) return null
  const latest = latestMomentOf(shop, order, now)
  const least = after(now, minutes(offer.settings.number('RESERVATION_MIN_TIMEOUT_AFTER_FAILED_PAYMENT')))
  const heldUntil = ended.leavesTime ? heldLonger(reservation.validity, least, latest) : reservation.validity
  await releasePlaces(tx, reservation.id)
  await moveReservation(tx, reservation, 'PENDING', {
    at: now,
    notes: ended.note ? [ended.note] : [],
    set: { validity: timestamp(heldUntil) },
  })
  if (now < latest || !ended.isOver) return { kind: 'open', heldUntil }
  return { kind: 'gone', freed: await lose(tx, { ...facts, order }, ended) }
}

async function lose(tx: Tx, { shop, order, payment, now }: WithOrder, { reason }: Ended): Promise<number[]> {
  await mailPaymentFailed(tx, shop, order, { reason, heldUntil: null })
  await noticePaymentFailed(tx, shop, order, { provider: payment.proxy, reason, isHeld: false })
  return discardReservations(tx, [order.reservation.id], { at: now, type: 'CANCEL_RESERVATION_EXPIRED' })
}

/** A provider may say again what is known, and after the fact what came before: that moves nothing back. */
async function moveOn(
  tx: Tx,
  { shop, order, now }: WithOrder,
  { to, until }: { readonly to: ReservationStatus; readonly until: Instant },
): Promise<void> {
  const { reservation } = order
  const validity = heldLonger(reservation.validity, until, latestMomentOf(shop, order, now))
  if (canMove(reservation.status, to)) {
    await moveReservation(tx, reservation, to, { at: now, notes: [], set: { validity: timestamp(validity) } })
  } else if (validity !== reservation.validity) {
    await storeHeldUntil(tx, reservation.id, validity)
  }
}
