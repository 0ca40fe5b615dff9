import { afterwards } from '#server/base/afterwards.ts'
import type { Shop } from '#server/context.ts'
import { transaction } from '#server/database/database.ts'
import { distributeSeatsOf } from '#server/waiting-list/distribute-seats.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import { has } from '#domain/reservation/states.ts'
import { discardReservations } from '#server/order/discard.ts'
import { lockReservation } from '#server/order/reservations.ts'

/** The buyer gives the tickets back. Does nothing unless the reservation is open (lifecycle A.3.4). */
export async function cancelReservation(shop: Shop, id: ReservationId): Promise<void> {
  const events = await transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    if (!reservation || !has(reservation, 'isOpen')) return []
    return discardReservations(tx, [id], { at: shop.clock.now(), type: 'CANCEL_RESERVATION' })
  })
  if (events.length === 0) return
  shop.log.cancelled(id)
  for (const event of events) {
    shop.catalog.stockChanged(event)
    await afterwards(shop, 'distributing seats', () => distributeSeatsOf(shop, event))
  }
}
