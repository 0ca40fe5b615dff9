import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import { heldLonger } from '#domain/order/reservation/latest-moment.ts'
import { type ReservationStatus, has } from '#domain/order/reservation/states.ts'
import { canMove } from '#domain/order/reservation/transitions.ts'
import { giveBackPlaces } from '#server/catalog/attendee-group/take-places.ts'
import type { OrderNote } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { discardReservations } from '#server/order/order/discard.ts'
import { moveReservation } from '#server/order/order/move-reservation.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { latestMomentOf } from '../latest-moment.ts'
import { mailPaymentFailed, noticePaymentFailed } from './mail-money.ts'
import type { StoredPayment } from './payments.ts'
import { endReview } from './reviews.ts'
import { storeHeldUntil } from './store.ts'

/** What has become of an order whose payment has ended without money. */
export type Reopened =
  /** Its buyer may choose again. */
  | { readonly kind: 'open'; readonly heldUntil: Instant }
  /** Its latest moment has passed: it is gone, and these events and passes have more to sell now. */
  | { readonly kind: 'gone'; readonly freed: readonly number[] }

type Facts = {
  readonly shop: Shop
  /** Null when it is gone. */
  readonly order: LockedOrder | null
  readonly payment: StoredPayment
  readonly now: Instant
}

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
export async function reopen(tx: Tx, facts: Facts, ended: Ended): Promise<Reopened | null> {
  const { shop, order, payment, now } = facts
  if (!order || !paymentHas(payment, 'isOpen') || !canMove(order.reservation.status, 'PENDING')) return null
  const { reservation, offer } = order
  const wasMissing = await endReview(tx, payment, { reason: 'NO_ANSWER', now })
  if (has(reservation, 'needsOrganiser') && !wasMissing) return null
  const latest = latestMomentOf(shop, order, now)
  const least = after(now, minutes(offer.settings.number('RESERVATION_MIN_TIMEOUT_AFTER_FAILED_PAYMENT')))
  const heldUntil = ended.leavesTime ? heldLonger(reservation.validity, least, latest) : reservation.validity
  await giveBackPlaces(tx, reservation.id)
  await moveReservation(tx, reservation, 'PENDING', {
    at: now,
    notes: ended.note ? [ended.note] : [],
    set: { validity: timestamp(heldUntil) },
  })
  if (now < latest || !ended.isOver) return { kind: 'open', heldUntil }
  return { kind: 'gone', freed: await lose(tx, { ...facts, order }, ended) }
}

type WithOrder = Facts & { readonly order: LockedOrder }

async function lose(tx: Tx, { shop, order, payment, now }: WithOrder, { reason }: Ended): Promise<number[]> {
  await mailPaymentFailed(tx, shop, order, { reason, heldUntil: null })
  await noticePaymentFailed(tx, shop, order, { provider: payment.proxy, reason, isHeld: false })
  return discardReservations(tx, [order.reservation.id], { at: now, type: 'CANCEL_RESERVATION_EXPIRED' })
}

/** A provider may say again what is known, and after the fact what came before: that moves nothing back. */
export async function moveOn(
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
