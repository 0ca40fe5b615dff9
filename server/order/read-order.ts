import { once } from 'node:events'
import type { BookedItem } from '#domain/reservation/booked-item.ts'
import type { Reservation, ReservationId } from '#domain/reservation/reservation.ts'
import { has } from '#domain/reservation/states.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import type { Queryable } from '#server/database/database.ts'
import { NO_ANSWERS, type OrderAnswers, loadAnswers } from '#server/fields/answers.ts'
import { type OrderDocuments, documentsOf } from './documents-of.ts'
import { type AppliedDiscount, discountOf } from './applied-discount.ts'
import { itemsOf } from './items-of.ts'
import { findVersioned, ticketsOf } from './reservations.ts'

/** A reservation with its tickets, its extras and what they are for. */
export type Order = {
  readonly reservation: Reservation
  readonly tickets: readonly Ticket[]
  readonly items: readonly BookedItem[]
  /** What takes something off; null: nothing does. */
  readonly discount: AppliedDiscount | null
  readonly answers: OrderAnswers
  readonly documents: OrderDocuments
  readonly offer: OfferedEvent
}

/**
 * In whatever status it is; undefined for an unknown one. One that is just being finished is waited for a moment, so that
 * the buyer who has paid sees the tickets.
 */
export async function readOrder(shop: Shop, id: ReservationId): Promise<Order | undefined> {
  const first = await findVersioned(shop.db, id)
  const isBeingFinished = first && has(first.reservation, 'isFinalizing')
  if (isBeingFinished) await whenFinished(shop)
  const found = isBeingFinished ? await findVersioned(shop.db, id) : first
  if (!found) return undefined
  const offer = await shop.catalog.eventAtLeast(found.reservation.contextId, found.offerVersion)
  return completeOrder(shop.db, offer, found.reservation)
}

const PATIENCE_MS = 1000

async function whenFinished({ jobs }: Shop): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  await Promise.race([jobs.whenRun('finalize-reservations'), once(patience, 'abort')])
}

/** Parts of an order that need not be asked for any more. */
export type KnownParts = Partial<Pick<Order, 'tickets' | 'documents'>>

/** Asks only for what there can be: most orders have neither extras nor answers, a code nor a document. */
export async function completeOrder(
  on: Queryable,
  offer: OfferedEvent,
  reservation: Reservation,
  known: KnownParts = {},
): Promise<Order> {
  return {
    reservation,
    offer,
    tickets: known.tickets ?? (await ticketsOf(on, reservation.id)),
    items: offer.services.length === 0 ? [] : await itemsOf(on, reservation.id),
    discount: await discountOf(on, reservation),
    answers: offer.fields.length === 0 ? NO_ANSWERS : await loadAnswers(on, reservation.id),
    documents: known.documents ?? (await findDocuments(on, reservation)),
  }
}

/** Documents are issued when the order is finished. */
async function findDocuments(on: Queryable, reservation: Reservation): Promise<OrderDocuments> {
  return has(reservation, 'isFinalized') ? documentsOf(on, reservation.id) : NO_DOCUMENTS
}

export const NO_DOCUMENTS: OrderDocuments = { invoiceNumber: null, documentId: null }
