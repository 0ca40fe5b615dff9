import { type Instant, after, minutes } from '#domain/instant.ts'
import { WAITING, WHILE_PAYING } from '#domain/reservation/paying.ts'
import type { ReservationStatus } from '#domain/reservation/states.ts'
import { canMove } from '#domain/reservation/transitions.ts'
import { giveBackPlaces } from '#server/attendee-group/take-places.ts'
import type { Shop } from '#server/context.ts'
import { timestamp } from '#server/database/types.ts'
import type { Tx } from '#server/database/database.ts'
import { type LockedOrder, onLockedOrder } from '#server/order/offer-of-reservation.ts'
import type { CallOutcome, ReceivedMoney } from '#server/providers/provider.ts'
import { moveReservation } from '#server/order/move-reservation.ts'
import {
  type StoredPayment,
  lockPayment,
  storeAnswer,
  storeData,
  storeHeldUntil,
  storeFailed,
  storeReceived,
} from './store.ts'

/**
 * What has become of the order: `confirmed` and to be finished; `open` as before; `refused`, and the buyer may pay again;
 * `to-review`, because another sum has arrived than was due; `over`, recorded before or of an order that is gone.
 */
export type Recorded = 'confirmed' | 'open' | 'refused' | 'to-review' | 'over'

/**
 * Records what a provider has said of a payment, in one transaction, whoever was told it: the buyer's own request, a
 * webhook or a look. The first end counts and every later one changes nothing, so that it may be said twice, late and out
 * of order.
 */
export async function recordOutcome(
  shop: Shop,
  { id, reservationId }: StoredPayment,
  outcome: CallOutcome,
): Promise<Recorded> {
  const recorded = await onLockedOrder(shop, reservationId, async (tx, order) => {
    const payment = await lockPayment(tx, id)
    if (!payment?.isOpen) return 'over'
    return record(tx, { shop, order, payment, now: shop.clock.now() }, outcome)
  })
  return recorded ?? 'over'
}

type Facts = {
  readonly shop: Shop
  readonly order: LockedOrder
  readonly payment: StoredPayment
  readonly now: Instant
}

async function record(tx: Tx, facts: Facts, outcome: CallOutcome): Promise<Recorded> {
  const { payment, now } = facts
  if (outcome.kind !== 'unknown') await storeAnswer(tx, payment.id, { kind: outcome.kind, now })
  switch (outcome.kind) {
    case 'settled':
      return settle(tx, facts, outcome.received)
    case 'refused':
      return refuse(tx, facts, outcome.code)
    case 'redirect':
    case 'needs-browser':
      await moveOn(tx, facts, { to: WHILE_PAYING.elsewhere, until: outcome.until })
      await storeData(tx, payment.id, outcome.data)
      return 'open'
    case 'waiting':
      await moveOn(tx, facts, { to: WAITING, until: facts.order.reservation.validity })
      await storeData(tx, payment.id, outcome.data)
      return 'open'
    case 'unknown':
      return 'open'
    default:
      return outcome satisfies never
  }
}

/** Another sum or currency than was due is no payment of this order: somebody has to look at it. */
async function settle(tx: Tx, { order, payment, now }: Facts, received: ReceivedMoney): Promise<Recorded> {
  const { reservation } = order
  await storeReceived(tx, payment.id, received)
  const isExact = received.amount === payment.amount && received.currency === payment.currency
  if (!isExact) {
    await moveReservation(tx, reservation, 'STUCK', { at: now, notes: [{ type: 'PAYMENT_TO_REVIEW' }] })
    return 'to-review'
  }
  await moveReservation(tx, reservation, 'FINALIZING', {
    at: now,
    notes: [{ type: 'PAYMENT_CONFIRMED' }],
    set: { finalize_at: timestamp(now) },
  })
  return 'confirmed'
}

/** The order is open again, and long enough for another try. */
async function refuse(tx: Tx, { order, payment, now }: Facts, code: string): Promise<Recorded> {
  const { reservation, offer } = order
  const least = after(now, minutes(offer.settings.number('RESERVATION_MIN_TIMEOUT_AFTER_FAILED_PAYMENT')))
  await storeFailed(tx, payment.id)
  await giveBackPlaces(tx, reservation.id)
  await moveReservation(tx, reservation, 'PENDING', {
    at: now,
    notes: [{ type: 'PAYMENT_FAILED', modifications: { code } }],
    set: { validity: timestamp(later(reservation.validity, least)) },
  })
  return 'refused'
}

/** A provider may say again what is known, and after the fact what came before: that moves nothing back. */
async function moveOn(
  tx: Tx,
  { order: { reservation }, now }: Facts,
  { to, until }: { readonly to: ReservationStatus; readonly until: Instant },
): Promise<void> {
  const validity = later(reservation.validity, until)
  if (canMove(reservation.status, to)) {
    await moveReservation(tx, reservation, to, { at: now, notes: [], set: { validity: timestamp(validity) } })
  } else if (validity !== reservation.validity) {
    await storeHeldUntil(tx, reservation.id, validity)
  }
}

/** A hold is never shortened. */
const later = (one: Instant, other: Instant): Instant => (one > other ? one : other)
