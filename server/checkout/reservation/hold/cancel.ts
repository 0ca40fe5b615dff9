import { afterwards } from '#server/foundation/base/event-log.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { distributeSeatsOf } from '#server/order/waiting-list/distribute-seats.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { discardReservations } from '#server/order/order/discard.ts'
import { lockReservation } from '#server/order/order/reservations.ts'

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
