import { once } from 'node:events'
import type { BoughtPass, BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { BookedItem, Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type Ticket, appliedPassIn } from '#domain/ticket/ticket/ticket.ts'
import { type OfferedContext, type OfferedEvent, isOfEvent, isOfPass } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { NO_ANSWERS, type OrderAnswers, loadAnswers } from '#server/catalog/fields/fields.ts'
import { passesOf } from './passes-of.ts'
import { findWithTickets } from './order-with-tickets.ts'
import { ticketsOf } from './reservations.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { PassUse } from '#domain/order/pass/use-pass.ts'
import { wherePass } from '#server/foundation/database/status-sql.ts'
import type { LoweringCode } from '#domain/catalog/promo-code/promo-code.ts'
import { findDiscountRule } from '#server/catalog/catalog/discounts.ts'
import { findCodeOfReservation } from '#server/catalog/promo-code/find-code.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'

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
  const first = await findWithTickets(shop.db, id)
  const isBeingFinished = first && has(first.reservation, 'isFinalizing')
  if (isBeingFinished) await whenFinished(shop)
  const found = isBeingFinished ? await findWithTickets(shop.db, id) : first
  if (!found) return undefined
  const { reservation, tickets, offerVersion } = found
  const offer = await shop.catalog.offerAtLeast(reservation.contextId, offerVersion)
  return completeOrder(shop.db, offer, reservation, { tickets })
}

const PATIENCE_MS = 1000

async function whenFinished({ jobs }: Shop): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  await Promise.race([jobs.whenRun('finalize-reservations'), once(patience, 'abort')])
}

/** Has the order tickets, and not a pass? */
export const isEventOrder = (order: Order): order is Order<OfferedEvent> => isOfEvent(order.offer)

/** Parts of an order that need not be asked for any more. */
export type LoadedParts = Partial<Pick<Order, 'tickets' | 'passes' | 'documents'>>

/** Asks only for what there can be: most orders have neither extras nor answers, a code nor a document. */
export async function completeOrder<Sold extends OfferedContext>(
  on: Queryable,
  offer: Sold,
  reservation: Reservation,
  loaded: LoadedParts = {},
): Promise<Order<Sold>> {
  const tickets = isOfPass(offer) ? [] : (loaded.tickets ?? (await ticketsOf(on, reservation.id)))
  return {
    reservation,
    offer,
    tickets,
    passes: isOfPass(offer) ? (loaded.passes ?? (await passesOf(on, reservation.id))) : [],
    items: offer.services.length === 0 ? [] : await itemsOf(on, reservation.id),
    discount: await discountOf(on, reservation),
    appliedPass: await appliedPassOf(on, tickets),
    answers: offer.fields.length === 0 ? NO_ANSWERS : await loadAnswers(on, reservation.id),
    documents: loaded.documents ?? (await findDocuments(on, reservation)),
  }
}

/** Documents are issued when the order is finished. */
async function findDocuments(on: Queryable, reservation: Reservation): Promise<OrderDocuments> {
  return has(reservation, 'isFinalized') ? documentsOf(on, reservation.id) : NO_DOCUMENTS
}

export const NO_DOCUMENTS: OrderDocuments = { invoiceNumber: null, documentId: null }

/** A bought pass that pays for tickets of an order, by the name of what it is. */
type AppliedPass = { readonly id: BoughtPassId; readonly title: LocalizedTexts }

type Covered = readonly Pick<Ticket, 'coveredBy'>[]

async function appliedPassOf(on: Queryable, tickets: Covered): Promise<AppliedPass | null> {
  const id = appliedPassIn(tickets)
  if (id === null) return null
  const { title } = await on.kysely
    .selectFrom('bought_pass')
    .innerJoin('purchase_context', 'purchase_context.id', 'bought_pass.pass_id')
    .select('purchase_context.title')
    .where('bought_pass.id', '=', id)
    .executeTakeFirstOrThrow()
  // Written by the organiser's own calls alone.
  return { id, title: title as LocalizedTexts }
}

/** It can't come back: an order that ends stays so. */
export async function passHasEnded(on: Queryable, id: BoughtPassId): Promise<boolean> {
  const query = on.kysely.selectFrom('bought_pass').select('id').where('bought_pass.id', '=', id)
  return (await query.where(wherePass('hasEnded')).executeTakeFirst()) !== undefined
}

/** At which event, by which order, and when the pass has to be good. */
type Use = { readonly eventId: number; readonly orderId: ReservationId; readonly validAt: Instant }

/**
 * What decides whether the pass that pays for tickets of an order still does; null where none does. `used` and `usedAtEvent` are of
 * other orders. It can't be refunded, extended or withdrawn from until the transaction ends. The caller holds the order.
 */
export async function passClaimOf(
  tx: Tx,
  tickets: Covered,
  { eventId, orderId, validAt }: Use,
): Promise<(PassUse & { readonly own: number }) | null> {
  const id = appliedPassIn(tickets)
  if (id === null) return null
  await tx.query(KEEP_PASS, [id])
  const [row] = await tx.query(PASS_CLAIM, [id, eventId, orderId])
  if (!row) throw new Error(`pass ${id} of order ${orderId} is gone`)
  const { validFrom, validTo, ...facts } = row
  const own = tickets.filter(({ coveredBy }) => coveredBy === id).length
  return { ...facts, valid: { from: validFrom, to: validTo }, now: validAt, own }
}

const KEEP_PASS = statement<{ id: string }>('bought-pass-keep', 'select id from bought_pass where id = $1 for share')

type ClaimRow = Pick<PassUse, 'status' | 'usage' | 'maxEntries' | 'used' | 'usedAtEvent'> & {
  readonly validFrom: Instant | null
  readonly validTo: Instant | null
}

const PASS_CLAIM = statement<ClaimRow>(
  'bought-pass-claim',
  `select bought.status, bought.max_entries as "maxEntries", usage_type as usage, bought.valid_from as "validFrom",
     bought.valid_to as "validTo",
     (select count(*)::int from ticket where bought_pass_id = bought.id and reservation_id <> $3) as used,
     (select count(*)::int from ticket
      where bought_pass_id = bought.id and event_id = $2 and reservation_id <> $3) as "usedAtEvent"
   from bought_pass as bought join pass on pass.id = pass_id where bought.id = $1`,
)

/** What lowers the price of an order: a code that was typed in, or a rule of the organiser. */
export type AppliedDiscount = LoweringCode

/**
 * Read as it was when the order was made: a code may have ended and a rule been retired since. An access code lowers no
 * price, so a rule may apply beside it.
 */
async function discountOf(on: Queryable, reservation: Reservation): Promise<AppliedDiscount | null> {
  const { promoCodeId, discountRuleId, currency } = reservation
  if (discountRuleId !== null) {
    const rule = await findDiscountRule(on, discountRuleId, currency)
    if (!rule) throw new Error(`discount rule ${discountRuleId} of a reservation is gone`)
    return rule.grants
  }
  if (promoCodeId === null) return null
  const { promo } = await findCodeOfReservation(on, promoCodeId)
  return promo.codeType === 'ACCESS' ? null : promo
}

/** What an order has in the way of documents. */
type OrderDocuments = {
  /** Null: a receipt applies. */
  readonly invoiceNumber: string | null
  /** The one that can be downloaded and mailed; null: none has been issued. */
  readonly documentId: string | null
}

/** The valid invoice or receipt of an order; an order that has just gone has none. */
export async function documentsOf(on: Queryable, id: ReservationId): Promise<OrderDocuments> {
  const row = await on.kysely
    .selectFrom('reservation')
    .leftJoin('billing_document', join =>
      join
        .onRef('billing_document.reservation_id', '=', 'reservation.id')
        .on('billing_document.status', '=', 'VALID')
        .on('billing_document.type', '!=', 'CREDIT_NOTE'),
    )
    .select(['reservation.invoice_number', 'billing_document.id'])
    .where('reservation.id', '=', id)
    .executeTakeFirst()
  return { invoiceNumber: row?.invoice_number ?? null, documentId: row?.id ?? null }
}

/** The items of a reservation, by extra. */
export async function itemsOf(on: Queryable, id: ReservationId): Promise<BookedItem[]> {
  const rows = await on.kysely
    .selectFrom('additional_service_item')
    .selectAll()
    .where('reservation_id', '=', id)
    .orderBy('service_id')
    .orderBy('id')
    .execute()
  return rows.map(row => {
    if (row.ticket_id === null) throw new Error(`item ${row.id} has no ticket`)
    return {
      id: row.id,
      serviceId: row.service_id as AdditionalServiceId,
      ticketId: row.ticket_id,
      price: {
        source: minor(row.source_price),
        discount: minor(row.discount),
        vat: minor(row.vat),
        final: minor(row.final_price),
      },
    }
  })
}
