import { has } from '#domain/order/reservation/states.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { type Order, completeOrder } from '#server/order/order/read-order.ts'
import { findReservation, findTicket, lockReservation, lockSeat } from '#server/order/order/reservations.ts'

/** A ticket of a complete order, with or without a holder, with the rest of the order. */
export type SoldTicket = { readonly ticket: Ticket; readonly order: Order<OfferedEvent> }

/** The ticket behind a public id at this event; undefined unless its order is complete. */
export async function findSold(on: Queryable, offer: OfferedEvent, publicId: string): Promise<SoldTicket | undefined> {
  const found = await findTicket(on, publicId)
  const reservation = found && (await findReservation(on, found.reservationId))
  if (!reservation || !has(reservation, 'isComplete') || reservation.contextId !== offer.context.id) return undefined
  const order = await completeOrder(on, offer, reservation)
  const ticket = order.tickets.find(({ publicId: id }) => id === publicId)
  return ticket && { ticket, order }
}

/** The same, locked until the transaction ends: first its order, then the ticket. */
export async function lockSold(tx: Tx, offer: OfferedEvent, publicId: string): Promise<SoldTicket | undefined> {
  const found = await findTicket(tx, publicId)
  if (!found || !(await lockReservation(tx, found.reservationId)) || !(await lockSeat(tx, publicId))) return undefined
  return findSold(tx, offer, publicId)
}
