import type { BookedItem } from '#domain/reservation/booked-item.ts'
import type { Reservation, ReservationId } from '#domain/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import type { Queryable } from '#server/database/database.ts'
import { NO_ANSWERS, type OrderAnswers, loadAnswers } from '#server/fields/answers.ts'
import { type OrderDocuments, documentsOf } from '#server/invoice/documents-of.ts'
import { type AppliedDiscount, discountOf } from './applied-discount.ts'
import { itemsOf } from './items-of.ts'
import { findReservation, ticketsOf } from './reservations.ts'
import { saleOf } from './sale-of.ts'

/** A reservation with its tickets, its extras and what they are for. */
export type Order = {
  readonly reservation: Reservation
  readonly tickets: readonly Ticket[]
  readonly items: readonly BookedItem[]
  /** What takes something off; null: nothing does. */
  readonly discount: AppliedDiscount | null
  readonly answers: OrderAnswers
  readonly documents: OrderDocuments
  readonly sale: EventForSale
}

/** In whatever status it is; undefined for an unknown one. */
export async function readOrder(shop: Shop, id: ReservationId): Promise<Order | undefined> {
  const sale = await saleOf(shop, id)
  const reservation = sale && (await findReservation(shop.db, id))
  return reservation && completeOrder(shop.db, sale, reservation)
}

export async function completeOrder(on: Queryable, sale: EventForSale, reservation: Reservation): Promise<Order> {
  return {
    reservation,
    sale,
    tickets: await ticketsOf(on, reservation.id),
    items: await itemsOf(on, reservation.id),
    discount: await discountOf(on, reservation),
    answers: sale.fields.length === 0 ? NO_ANSWERS : await loadAnswers(on, reservation.id),
    documents: await documentsOf(on, reservation.id),
  }
}
