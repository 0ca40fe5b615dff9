import { once } from 'node:events'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import type { BookedItem } from '#domain/order/reservation/booked-item.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { type OfferedContext, type OfferedEvent, isOfEvent, isOfPass } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { NO_ANSWERS, type OrderAnswers, loadAnswers } from '#server/catalog/fields/fields.ts'
import { type OrderDocuments, documentsOf } from './documents-of.ts'
import { type AppliedDiscount, discountOf } from './applied-discount.ts'
import { type AppliedPass, appliedPassOf } from './applied-pass.ts'
import { itemsOf } from './items-of.ts'
import { passesOf } from './passes-of.ts'
import { findVersioned, ticketsOf } from './reservations.ts'

/** A reservation with its tickets and extras, or its pass, and what they are for; `Order<OfferedEvent>` where it is known to be an event. */
export type Order<Sold extends OfferedContext = OfferedContext> = {
  readonly reservation: Reservation
  /** Of an event; none otherwise. */
  readonly tickets: readonly Ticket[]
  readonly items: readonly BookedItem[]
  /** One in an order of a pass; none otherwise. */
  readonly passes: readonly BoughtPass[]
  /** What takes something off; null: nothing does. */
  readonly discount: AppliedDiscount | null
  /** The pass that pays for tickets of it; null: none does. */
  readonly appliedPass: AppliedPass | null
  readonly answers: OrderAnswers
  readonly documents: OrderDocuments
  readonly offer: Sold
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
  const offer = await shop.catalog.offerAtLeast(found.reservation.contextId, found.offerVersion)
  return completeOrder(shop.db, offer, found.reservation)
}

const PATIENCE_MS = 1000

async function whenFinished({ jobs }: Shop): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  await Promise.race([jobs.whenRun('finalize-reservations'), once(patience, 'abort')])
}

/** Has the order tickets, and not a pass? */
export const isEventOrder = (order: Order): order is Order<OfferedEvent> => isOfEvent(order.offer)

/** Parts of an order that need not be asked for any more. */
export type KnownParts = Partial<Pick<Order, 'tickets' | 'passes' | 'documents'>>

/** Asks only for what there can be: most orders have neither extras nor answers, a code nor a document. */
export async function completeOrder<Sold extends OfferedContext>(
  on: Queryable,
  offer: Sold,
  reservation: Reservation,
  known: KnownParts = {},
): Promise<Order<Sold>> {
  const tickets = isOfPass(offer) ? [] : (known.tickets ?? (await ticketsOf(on, reservation.id)))
  return {
    reservation,
    offer,
    tickets,
    passes: isOfPass(offer) ? (known.passes ?? (await passesOf(on, reservation.id))) : [],
    items: offer.services.length === 0 ? [] : await itemsOf(on, reservation.id),
    discount: await discountOf(on, reservation),
    appliedPass: await appliedPassOf(on, tickets),
    answers: offer.fields.length === 0 ? NO_ANSWERS : await loadAnswers(on, reservation.id),
    documents: known.documents ?? (await findDocuments(on, reservation)),
  }
}

/** Documents are issued when the order is finished. */
async function findDocuments(on: Queryable, reservation: Reservation): Promise<OrderDocuments> {
  return has(reservation, 'isFinalized') ? documentsOf(on, reservation.id) : NO_DOCUMENTS
}

export const NO_DOCUMENTS: OrderDocuments = { invoiceNumber: null, documentId: null }
