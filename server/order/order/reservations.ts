import type { Instant } from '#domain/foundation/instant.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { writtenPercentage } from '#domain/foundation/money/percentage.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { AppliedVatStatus } from '#domain/catalog/price/vat.ts'
import type { DiscountRuleId } from '#domain/catalog/promo-code/promo-code.ts'
import type { PromoCodeId } from '#domain/catalog/promo-code/redeemable-code.ts'
import { type Billing, NO_BILLING } from '#domain/order/reservation/billing.ts'
import {
  type PageOptions,
  type Reservation,
  type ReservationId,
  type ReservationUnderWay,
  USUAL_PAGES,
} from '#domain/order/reservation/reservation.ts'
import { type ReservationStatus, has } from '#domain/order/reservation/states.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { reservationHas } from '#server/foundation/database/status-sql.ts'
import { offerVersion } from '#server/catalog/catalog/offer-memory.ts'

/** A reservation, and how often the offer it is of has changed when it was read. */
export type VersionedReservation = { readonly reservation: Reservation; readonly offerVersion: bigint }

/** A confirmed order that is to be finished, and how often that has failed. */
export type UnfinishedReservation = VersionedReservation & {
  readonly reservation: ReservationUnderWay
  readonly failedAttempts: number
}

/** An order whose personal data have been erased has no buyer any more: it is not found. */
export async function findReservation(on: Queryable, id: ReservationId): Promise<Reservation | undefined> {
  return (await findVersioned(on, id))?.reservation
}

export async function findVersioned(on: Queryable, id: ReservationId): Promise<VersionedReservation | undefined> {
  return (await on.query(FIND_RESERVATION, [id])).map(versionedFrom)[0]
}

/** Locks the reservation until the transaction ends; other processes wait to change it. */
export async function lockReservation(tx: Tx, id: ReservationId): Promise<Reservation | undefined> {
  return (await lockVersioned(tx, id))?.reservation
}

export async function lockVersioned(tx: Tx, id: ReservationId): Promise<VersionedReservation | undefined> {
  return (await tx.query(LOCK_RESERVATION, [id])).map(versionedFrom)[0]
}

/** Takes confirmed orders whose finishing is due, the longest waiting first. */
export async function lockDue(tx: Tx, now: Instant, limit: number): Promise<UnfinishedReservation[]> {
  return (await tx.query(LOCK_DUE, [timestamp(now), limit])).map(unfinishedFrom)
}

/** Takes those of the reservations that are to be finished. */
export async function lockConfirmed(tx: Tx, ids: readonly ReservationId[]): Promise<UnfinishedReservation[]> {
  return (await tx.query(LOCK_CONFIRMED, [ids])).map(unfinishedFrom)
}

/** An order as the books know it: also when its people have been erased. */
export async function findReservationOfBooks(on: Queryable, id: ReservationId): Promise<Reservation | undefined> {
  const row = await reservationRows(on).where('id', '=', id).executeTakeFirst()
  return row && reservationFrom(row)
}

/** The same for the books, which know the order as long as its documents are kept. */
export async function lockReservationOfBooks(tx: Tx, id: ReservationId): Promise<Reservation | undefined> {
  const row = await reservationRows(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && reservationFrom(row)
}

/** The tickets of a reservation in the order of their seats. */
export async function ticketsOf(on: Queryable, id: ReservationId): Promise<Ticket[]> {
  return (await on.query(TICKETS_OF_ORDER, [id])).map(ticketFrom)
}

/** A ticket by its row, only when it belongs to a reservation. */
export async function ticketById(on: Queryable, id: bigint): Promise<Ticket | undefined> {
  const row = await ticketRows(on).where('id', '=', id).where('reservation_id', 'is not', null).executeTakeFirst()
  return row && ticketFrom(row)
}

/** The ticket behind a public id, only when it belongs to a reservation. */
export async function findTicket(on: Queryable, publicId: string): Promise<Ticket | undefined> {
  const row = await ticketRows(on)
    .where('public_uuid', '=', publicId)
    .where('reservation_id', 'is not', null)
    .executeTakeFirst()
  return row && ticketFrom(row)
}

/** Locks the ticket until the transaction ends; false when it has been released meanwhile. */
export async function lockSeat(tx: Tx, publicId: string): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('ticket')
    .select('id')
    .where('public_uuid', '=', publicId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Tickets by their public ids, each with its reservation. */
export async function findSoldTickets(
  on: Queryable,
  publicIds: readonly string[],
): Promise<(VersionedReservation & { readonly ticket: Ticket })[]> {
  const [only, ...others] = publicIds
  const isOne = only !== undefined && others.length === 0
  const rows = await (isOne ? on.query(SOLD_TICKET, [only]) : on.query(SOLD_TICKETS, [publicIds]))
  return rows.map(row => {
    const ofOrder = Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(OF_ORDER) ? [[name.slice(OF_ORDER.length), value]] : [],
    )
    // The columns of the reservation as they are called there.
    return { ticket: ticketFrom(row), ...versionedFrom(Object.fromEntries(ofOrder) as VersionedRow) }
  })
}

export type StatusRow = { readonly status: ReservationStatus; readonly isValidated: boolean }

export async function findStatus(on: Queryable, id: ReservationId): Promise<StatusRow | undefined> {
  const row = await on.kysely
    .selectFrom('reservation')
    .select(['status', 'validated'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row && { status: row.status, isValidated: row.validated }
}

const RESERVATION_COLUMNS = [
  'id',
  'purchase_context_id',
  'status',
  'validity',
  'extended_minutes',
  'held_first_until',
  'pass_end_unseen',
  'changes_order',
  'changes_ticket',
  'validated',
  'configuration',
  'language',
  'currency',
  'vat_status',
  'vat_percentage',
  'source_price',
  'discount',
  'vat',
  'final_price',
  'promo_code_id',
  'discount_rule_id',
  'first_name',
  'last_name',
  'email',
  'customer_reference',
  'billing',
  'invoice_requested',
  'payment_proxy',
  'created_at',
  'confirmed_at',
] as const

function reservationRows(on: Queryable) {
  return on.kysely.selectFrom('reservation').select(RESERVATION_COLUMNS)
}

/** What a ticket is read from. */
export const TICKET_COLUMNS = [
  'id',
  'uuid',
  'public_uuid',
  'id_in_order',
  'reservation_id',
  'category_id',
  'status',
  'source_price',
  'final_price',
  'vat',
  'discount',
  'vat_status',
  'first_name',
  'last_name',
  'email',
  'language',
  'locked',
  'bought_pass_id',
] as const

function ticketRows(on: Queryable) {
  return on.kysely.selectFrom('ticket').select(TICKET_COLUMNS)
}

type ReservationRow = Awaited<ReturnType<ReturnType<typeof reservationRows>['executeTakeFirstOrThrow']>>
export type VersionedRow = ReservationRow & { readonly offer_version: bigint }
type UnfinishedRow = VersionedRow & { readonly finalize_attempts: number }
export type TicketRow = Awaited<ReturnType<ReturnType<typeof ticketRows>['executeTakeFirstOrThrow']>>

/** What a reservation and its version are read from. */
export const VERSIONED_COLUMNS = `${RESERVATION_COLUMNS.map(name => `reservation.${name}`).join(', ')},
  ${offerVersion('reservation.purchase_context_id')} as offer_version`
const VERSIONED = `select ${VERSIONED_COLUMNS} from reservation`
const UNFINISHED = `select ${VERSIONED_COLUMNS}, finalize_attempts from reservation`

const FIND_RESERVATION = statement<VersionedRow>('reservation-find', `${VERSIONED} where id = $1 and erased_at is null`)

const LOCK_RESERVATION = statement<VersionedRow>(
  'reservation-lock',
  `${VERSIONED} where id = $1 and erased_at is null for update`,
)

const LOCK_CONFIRMED = statement<UnfinishedRow>(
  'reservation-lock-confirmed',
  `${UNFINISHED} where id = any($1::uuid[]) and ${reservationHas('isFinalizing')} and erased_at is null
   order by id for update`,
)

const IS_TO_BE_FINISHED = `${reservationHas('isFinalizing')} and finalize_at <= $1 and erased_at is null`

/** True while `lockDue` would find an order; `$1` is the time. */
export const ORDERS_ARE_DUE = `exists (select from reservation where ${IS_TO_BE_FINISHED})`

const LOCK_DUE = statement<UnfinishedRow>(
  'reservation-lock-due',
  `${UNFINISHED} where ${IS_TO_BE_FINISHED}
   order by finalize_at, id limit $2 for update`,
)

const TICKETS_OF_ORDER = statement<TicketRow>(
  'tickets-of-order',
  `select ${TICKET_COLUMNS.join(', ')} from ticket where reservation_id = $1 order by id`,
)

const OF_ORDER = 'order_'

type SoldRow = TicketRow & Record<`${typeof OF_ORDER}${string}`, unknown>

const SOLD = `select ${TICKET_COLUMNS.map(name => `ticket.${name}`).join(', ')},
     ${RESERVATION_COLUMNS.map(name => `reservation.${name} as ${OF_ORDER}${name}`).join(', ')},
     ${offerVersion('reservation.purchase_context_id')} as ${OF_ORDER}offer_version
   from ticket join reservation on reservation.id = ticket.reservation_id and reservation.erased_at is null`

const SOLD_TICKETS = statement<SoldRow>('sold-tickets', `${SOLD} where ticket.public_uuid = any($1::uuid[])`)

/** For a list of any length the planner expects ten, so that a connection would plan it anew each time. */
const SOLD_TICKET = statement<SoldRow>('sold-ticket', `${SOLD} where ticket.public_uuid = $1::uuid`)

function unfinishedFrom(row: UnfinishedRow): UnfinishedReservation {
  const { reservation, offerVersion: version } = versionedFrom(row)
  if (!has(reservation, 'isFinalizing')) throw new Error(`reservation ${row.id} is ${row.status}, not to be finished`)
  return { reservation, offerVersion: version, failedAttempts: row.finalize_attempts }
}

export function versionedFrom(row: VersionedRow): VersionedReservation {
  return { reservation: reservationFrom(row), offerVersion: row.offer_version }
}

/** The only place where a row becomes a reservation: what its status promises is there, or the row is broken. */
function reservationFrom(row: ReservationRow): Reservation {
  const every = everyReservationFrom(row)
  const state = statusOnly(row.status)
  if (has(state, 'isOpen')) return { ...every, ...state }
  if (!row.payment_proxy) throw new Error(`reservation ${row.id} is ${row.status}, and nobody handles its payment`)
  const handled = { ...every, proxy: row.payment_proxy as PaymentProxy }
  if (!has(state, 'isComplete')) return { ...handled, ...state }
  if (row.confirmed_at === null) throw new Error(`reservation ${row.id} is ${row.status}, and nobody knows since when`)
  return { ...handled, ...state, confirmedAt: row.confirmed_at }
}

type StatusOnly = { [Status in ReservationStatus]: { readonly status: Status } }[ReservationStatus]
const statusOnly = (status: ReservationStatus): StatusOnly => ({ status })

function everyReservationFrom(row: ReservationRow) {
  return {
    id: row.id as ReservationId,
    contextId: row.purchase_context_id as PurchaseContextId,
    validity: row.validity,
    extendedMinutes: row.extended_minutes,
    heldFirstUntil: row.held_first_until,
    isPassEndUnseen: row.pass_end_unseen,
    changes: changesFrom(row),
    isValidated: row.validated,
    language: row.language as Language,
    currency: writtenCurrency(row.currency),
    tax: {
      status: row.vat_status as Reservation['tax']['status'],
      percentage: writtenPercentage(row.vat_percentage),
    },
    price: {
      source: minor(row.source_price),
      discount: minor(row.discount),
      vat: minor(row.vat),
      total: minor(row.final_price),
    },
    promoCodeId: row.promo_code_id as PromoCodeId | null,
    discountRuleId: row.discount_rule_id as DiscountRuleId | null,
    contact: { firstName: row.first_name ?? '', lastName: row.last_name ?? '', email: row.email ?? '' },
    customerReference: row.customer_reference,
    billing: { ...NO_BILLING, ...(row.billing as Partial<Billing>) },
    isInvoiceRequested: row.invoice_requested,
    pages: pagesFrom(row.configuration),
    createdAt: row.created_at,
  }
}

function changesFrom({ changes_order: orderId, changes_ticket: ticketId }: ReservationRow): Reservation['changes'] {
  return orderId === null || ticketId === null ? null : { orderId: orderId as ReservationId, ticketId }
}

/** In the words of the wire, as the organiser's call has stored it. */
function pagesFrom(stored: unknown): PageOptions {
  if (stored === null) return USUAL_PAGES
  const { hideContactData, hideConfirmationButtons, lockEmailEdit } = stored as Readonly<Record<string, boolean>>
  return {
    isContactHidden: hideContactData ?? false,
    areButtonsHidden: hideConfirmationButtons ?? false,
    isEmailLocked: lockEmailEdit ?? false,
  }
}

export function ticketFrom(row: TicketRow): Ticket {
  if (row.reservation_id === null || row.category_id === null) throw new Error(`ticket ${row.id} is not reserved`)
  return {
    id: row.id,
    uuid: row.uuid,
    publicId: row.public_uuid,
    idInOrder: row.id_in_order,
    reservationId: row.reservation_id as ReservationId,
    categoryId: row.category_id as CategoryId,
    status: row.status,
    price: {
      source: minor(row.source_price),
      discount: minor(row.discount),
      vat: minor(row.vat),
      final: minor(row.final_price),
    },
    coveredBy: row.bought_pass_id as BoughtPassId | null,
    vatStatus: row.vat_status as AppliedVatStatus | null,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    language: row.language,
    isLocked: row.locked,
  }
}
