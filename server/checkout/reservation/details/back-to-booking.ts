import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { lockReservation } from '#server/order/order/reservations.ts'
import { storeValidated } from '../store.ts'

/** Opens the details again. Does nothing unless the reservation is open (lifecycle A.3.3). */
export async function backToBooking(shop: Shop, id: ReservationId): Promise<void> {
  await transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    if (reservation && has(reservation, 'isOpen')) await storeValidated(tx, id, false)
  })
}
