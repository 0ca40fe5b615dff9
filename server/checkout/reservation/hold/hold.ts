import type { Shop } from '#server/catalog/context.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { transaction } from '#server/foundation/database/database.ts'
import type { Outcome } from '#domain/foundation/outcome.ts'
import { type Extension, extendHold } from '#domain/order/reservation/hold.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { lockReservation } from '#server/order/order/reservations.ts'
import { latestMomentOf } from '#server/payment/pay/latest-moment.ts'
import { storeHold, storeValidated } from '../store.ts'
import { has } from '#domain/order/reservation/states.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import { distributeSeatsOf } from '#server/order/waiting-list/distribute-seats.ts'
import { discardReservations } from '#server/order/order/release-held.ts'

/** Holds the seats longer because the buyer asks for it; null for an unknown reservation. Refusals: see extendHold. */
export async function extendReservation(shop: Shop, id: ReservationId): Promise<Outcome<Extension> | null> {
  const offer = await offerOfReservation(shop, id)
  if (!offer) return null
  return transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    if (!reservation) return null
    const now = shop.clock.now()
    const decision = extendHold({
      ...reservation,
      now,
      stepMinutes: offer.settings.number('RESERVATION_EXTENSION_MINUTES'),
      maxExtensions: offer.settings.number('RESERVATION_MAX_EXTENSIONS'),
      latest: latestMomentOf(shop, { reservation, offer }, now),
    })
    if (!decision.ok) return decision
    await storeHold(tx, id, decision.value)
    await noteAudit(tx, { at: now, type: 'RESERVATION_EXTENDED', reservation })
    return decision
  })
}

/** Opens the details again. Does nothing unless the reservation is open (lifecycle A.3.3). */
export async function backToBooking(shop: Shop, id: ReservationId): Promise<void> {
  await transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    if (reservation && has(reservation, 'isOpen')) await storeValidated(tx, id, false)
  })
}

/**
 * The buyer cancels the order. False, and nothing has happened, where the order stays: it is confirmed, or its payment
 * may still be taken. True for one that is gone, or was cancelled, already (lifecycle A.3.4).
 */
export async function cancelReservation(shop: Shop, id: ReservationId): Promise<boolean> {
  const events = await transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    if (!reservation || has(reservation, 'hasEnded')) return []
    if (!has(reservation, 'isOpen')) return null
    return discardReservations(tx, [id], { at: shop.clock.now(), type: 'CANCEL_RESERVATION' })
  })
  if (events === null) return false
  if (events.length === 0) return true
  shop.log.cancelled(id)
  for (const event of events) {
    shop.catalog.stockChanged(event)
    await afterwards(shop, 'distributing seats', () => distributeSeatsOf(shop, event))
  }
  return true
}
