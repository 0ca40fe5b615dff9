import { randomUUID } from 'node:crypto'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'

/** The id of a reservation is a secret that only its buyer has, and cannot be guessed (design section 5). */
export function newReservationId(): ReservationId {
  const id = reservationId(randomUUID())
  if (!id) throw new Error('randomUUID made no UUID')
  return id
}
