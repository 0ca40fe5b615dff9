import { sql } from 'kysely'
import type { CheckInStatus } from '#domain/door/check-in/check-in-status.ts'
import type { DoorOutcome } from '#domain/door/door-scan/outcome.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Currency, NO_CURRENCY, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import { PAYMENT_PROXIES, type PaymentProxy, isPaidAtDesk } from '#domain/catalog/payment-method/payment-method.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type TicketStatus, type TicketStatusAfter, ticketHas } from '#domain/ticket/ticket/states.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { quoted, sqlPaymentHas, sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import { insertedPayment, movedPayments } from '#server/order/order/move-payment.ts'
import { movableTicket, movedTicket } from '#server/order/order/move-tickets.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { valuesFrom } from '#server/catalog/fields/fields.ts'

/** A ticket at the door, with what matters of its order. */
export type DoorTicket = {
  readonly id: bigint
  readonly uuid: string
  readonly publicId: string
  readonly eventId: number
  readonly categoryId: number | null
  readonly categoryName: string | null
  readonly status: TicketStatus
  readonly finalPrice: Minor
  readonly vat: Minor
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly language: string | null
  readonly reservationId: ReservationId
  readonly currency: Currency
  readonly isPaidAtDesk: boolean
}

type WhichTicket = { readonly eventId: number; readonly uuid: string }

/** The ticket of this event behind a private id, if it belongs to an order. */
export async function findTicket(on: Queryable, { eventId, uuid }: WhichTicket): Promise<DoorTicket | undefined> {
  const row = await ticketRows(on)
    .where('ticket.uuid', '=', uuid)
    .where('ticket.event_id', '=', eventId)
    .executeTakeFirst()
  return row && ticketFrom(row)
}

/**
 * The same, locked until the transaction ends. Its order is locked first, as by all who change orders: two tickets of
 * one order may be scanned at two doors.
 */
export async function lockTicket(tx: Tx, which: WhichTicket): Promise<DoorTicket | undefined> {
  const found = await findTicket(tx, which)
  if (found === undefined) return undefined
  await tx.kysely
    .selectFrom('reservation')
    .select('id')
    .where('id', '=', found.reservationId)
    .forNoKeyUpdate()
    .execute()
  const row = await ticketRows(tx)
    .where('ticket.id', '=', found.id)
    // A seat that has been released meanwhile has another id.
    .where('ticket.uuid', '=', which.uuid)
    .forUpdate('ticket')
    .executeTakeFirst()
  return row && ticketFrom(row)
}

/** The tickets of an order, in the order of their seats. */
export async function ticketsOfOrder(on: Queryable, id: ReservationId): Promise<DoorTicket[]> {
  const rows = await ticketRows(on).where('ticket.reservation_id', '=', id).orderBy('ticket.id').execute()
  return rows.map(ticketFrom)
}

export function ticketRows(on: Queryable) {
  return on.kysely
    .selectFrom('ticket')
    .innerJoin('reservation', 'reservation.id', 'ticket.reservation_id')
    .leftJoin('ticket_category', 'ticket_category.id', 'ticket.category_id')
    .select([
      'ticket.id',
      'ticket.uuid',
      'ticket.public_uuid',
      'ticket.event_id',
      'ticket.category_id',
      'ticket_category.name as category_name',
      'ticket.status',
      'ticket.final_price',
      'ticket.vat',
      'ticket.first_name',
      'ticket.last_name',
      'ticket.email',
      'ticket.language',
      'reservation.id as reservation_id',
      'reservation.currency',
      'reservation.payment_proxy',
    ])
}

type TicketRow = Awaited<ReturnType<ReturnType<typeof ticketRows>['executeTakeFirstOrThrow']>>

export function ticketFrom(row: TicketRow): DoorTicket {
  return {
    id: row.id,
    uuid: row.uuid,
    publicId: row.public_uuid,
    eventId: row.event_id,
    categoryId: row.category_id,
    categoryName: row.category_name,
    status: row.status,
    finalPrice: minor(row.final_price),
    vat: minor(row.vat),
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    language: row.language,
    reservationId: row.reservation_id as ReservationId,
    currency: writtenCurrency(row.currency) ?? NO_CURRENCY,
    isPaidAtDesk: row.payment_proxy !== null && isPaidAtDesk(row.payment_proxy as PaymentProxy),
  }
}

/**
 * Moves a ticket at the door, and the extras that go with it: those that were cancelled go with none. An attendee who has
 * come in once stays the holder. Throws unless the ticket, which the caller has locked, can move so.
 */
export async function moveAtDoor<Move extends 'checkIn' | 'settle' | 'revertCheckIn'>(
  tx: Tx,
  { id }: DoorTicket,
  move: Move,
  to: TicketStatusAfter<Move>,
): Promise<void> {
  const { numAffectedRows } = await sql`
    with extra as (
      update additional_service_item set status = ${to} where ticket_id = ${id}
    )
    update ticket set ${sql.raw(movedTicket(move, to))}, locked = locked or ${ticketHas({ status: to }, 'isCheckedIn')}
    where id = ${id} and ${sql.raw(movableTicket(move))}`.execute(tx.kysely)
  if (numAffectedRows !== 1n) throw new Error(`ticket ${id} can't move to ${to}`)
}

/** One line of the log of scans. */
export type ScanEntry = {
  readonly at: Instant
  readonly by: string
  readonly operation: 'SCAN' | 'REVERT'
  readonly status: CheckInStatus
}

/** What the page of a door says of a scan beside that (decision 102). */
export type ScanOfDoor = {
  readonly doorKeyId: number
  /** Made by the device. */
  readonly scanId: string
  readonly device: string
  /** When it was scanned; without a connection the shop learns it later. */
  readonly at: Instant
  readonly outcome: DoorOutcome | null
  /** What the device answered by itself; null: the shop did. */
  readonly shown: DoorOutcome | null
  readonly arrivedAt: Instant
}

type NotedScan = ScanEntry & { readonly ofDoor?: ScanOfDoor | undefined }

export async function noteScan(
  tx: Tx,
  ticket: Pick<DoorTicket, 'eventId' | 'uuid'>,
  { at, by, operation, status, ofDoor }: NotedScan,
): Promise<void> {
  await tx.kysely
    .insertInto('check_in_scan')
    .values({
      event_id: ticket.eventId,
      ticket_uuid: ticket.uuid,
      at: timestamp(ofDoor?.at ?? at),
      scanned_by: by,
      operation,
      status,
      ...(ofDoor && {
        door_key_id: ofDoor.doorKeyId,
        scan_id: ofDoor.scanId,
        device: ofDoor.device,
        outcome: ofDoor.outcome,
        shown: ofDoor.shown,
        arrived_at: timestamp(ofDoor.arrivedAt),
      }),
    })
    .execute()
}

/** The check-in of a ticket did not happen: the scans that made it let no person in. */
export async function markUndone(tx: Tx, { eventId, uuid }: Pick<DoorTicket, 'eventId' | 'uuid'>): Promise<void> {
  await tx.kysely
    .updateTable('check_in_scan')
    .set({ undone: true })
    .where('event_id', '=', eventId)
    .where('ticket_uuid', '=', uuid)
    .where('status', '=', 'SUCCESS')
    .execute()
}

/** Has the holder been let in, at the door or by the badge, between these moments? The second one is outside. */
export async function wasLetIn(
  on: Queryable,
  uuid: string,
  { start, end }: { start: Instant; end: Instant },
): Promise<boolean> {
  const row = await on.kysely
    .selectFrom('check_in_scan')
    .select('id')
    .where('ticket_uuid', '=', uuid)
    .where('operation', '=', 'SCAN')
    .where('status', 'in', ['SUCCESS', 'BADGE_SCAN_SUCCESS'])
    .where('undone', '=', false)
    .where('at', '>=', sqlInstant(start))
    .where('at', '<', sqlInstant(end))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type TicketExtra = {
  readonly ticketId: bigint
  readonly serviceId: number
  readonly title: Record<string, string>
  readonly count: number
}

const EXTRAS = statement<TicketExtra>(
  'check-in-extras',
  `select ticket_id as "ticketId", service.id as "serviceId", service.title, count(*)::int as count
   from additional_service_item as item join additional_service as service on service.id = item.service_id
   where ticket_id = any ($1) and service.type = 'SUPPLEMENT'
   group by ticket_id, service.id order by ticket_id, service.ordinal, service.id`,
)

/** What goes with these tickets, to be handed out: donations are not. */
export async function extrasOf(on: Queryable, ticketIds: readonly bigint[]): Promise<TicketExtra[]> {
  return ticketIds.length === 0 ? [] : on.query(EXTRAS, [ticketIds])
}

/** What each ticket of an order and the extras that go with it cost. */
type OwnAmount = {
  readonly reservationId: string
  readonly ticketId: bigint
  readonly own: bigint
  readonly total: bigint
}

const OWN_AMOUNTS = statement<OwnAmount>(
  'check-in-own-amounts',
  `select reservation.id as "reservationId", ticket.id as "ticketId", reservation.final_price as total,
     ticket.final_price + coalesce((select sum(final_price) from additional_service_item where ticket_id = ticket.id), 0)::bigint
       as own
   from reservation join ticket on ticket.reservation_id = reservation.id
   where reservation.id = any ($1) order by ticket.id`,
)

/** Of all tickets of these orders, in the order of their seats. */
export async function ownAmounts(on: Queryable, reservationIds: readonly string[]): Promise<OwnAmount[]> {
  return reservationIds.length === 0 ? [] : on.query(OWN_AMOUNTS, [reservationIds])
}

/** Registers that an order has been paid at the desk, once nothing of it is due any more (lifecycle B, on-site); is it so? */
export async function storeDeskPayment(tx: Tx, ticket: DoorTicket, now: Instant): Promise<boolean> {
  const rows = await tx.query(STORE_DESK_PAYMENT, [ticket.reservationId, `-${now}`, ticket.currency, timestamp(now)])
  return rows.length > 0
}

const STORE_DESK_PAYMENT = statement<{ id: bigint }>(
  'desk-payment-store',
  `${insertedPayment('COMPLETE', {
    reservation_id: 'reservation.id',
    order_id: 'reservation.id',
    purchase_context_id: 'purchase_context_id',
    proxy: 'payment_proxy',
    gateway_transaction_id: 'payment_proxy || $2::text',
    amount: 'final_price',
    currency: '$3',
    description: 'short_name',
    created_at: '$4',
    settled_at: '$4',
  })}
   from reservation join event on event.id = purchase_context_id
   where reservation.id = $1
     and not exists (select from ticket where reservation_id = reservation.id and ${sqlTicketHas('isDueAtDesk')})
   on conflict (reservation_id) where ${sqlPaymentHas('isCurrent')} do nothing
   returning id`,
)

/** Something of the order is due again: its payment at the desk does not count any more. False when there was none. */
export async function cancelDeskPayment(tx: Tx, { reservationId }: DoorTicket): Promise<boolean> {
  return (await tx.query(CANCEL_DESK_PAYMENT, [reservationId])).length > 0
}

const CANCEL_DESK_PAYMENT = statement<{ id: bigint }>(
  'desk-payment-cancel',
  `${movedPayments('CANCELLED', {
    from: 'hasPaid',
    where: `reservation_id = $1 and proxy in (${quoted(PAYMENT_PROXIES.filter(isPaidAtDesk))})`,
  })} returning id`,
)

/** The answer of an attendee to a field of the event. */
export type TicketAnswer = {
  readonly ticketId: bigint
  /** Null: about the attendee; else about an extra that goes with the ticket. */
  readonly serviceId: number | null
  readonly fieldId: number
  readonly name: string
  readonly label: LocalizedTexts
  readonly options: readonly { readonly value: string; readonly labels: LocalizedTexts }[]
  readonly isShown: boolean
  readonly values: readonly string[]
}

const ANSWERS = statement<Omit<TicketAnswer, 'values'> & { value: string }>(
  'check-in-answers',
  `select coalesce(field_value.ticket_id, item.ticket_id) as "ticketId", item.service_id as "serviceId", field.id as "fieldId", field.name,
     field.label, field.options, shown_at_check_in as "isShown", value
   from field_value join additional_field as field on field.id = field_id
     left join additional_service_item as item on item.id = item_id
   where field_value.ticket_id = any ($1) or item.ticket_id = any ($1)
   order by 1, field.ordinal, field.id, item.id`,
)

/** All that was answered about these tickets and their extras, in the organiser's order of the fields. */
export async function answersOf(on: Queryable, ticketIds: readonly bigint[]): Promise<TicketAnswer[]> {
  if (ticketIds.length === 0) return []
  const rows = await on.query(ANSWERS, [ticketIds])
  return rows.map(({ value, ...row }) => ({ ...row, values: valuesFrom(value) }))
}
