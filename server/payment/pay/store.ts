import { type OrderNote, noteAudits } from '#server/foundation/audit/audit.ts'
import { sql } from 'kysely'
import { type PurchaseContext, publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import {
  BY_ORGANISER,
  FREE_OF_CHARGE,
  type PaymentMethod,
  type PaymentProxy,
} from '#domain/catalog/payment-method/payment-method.ts'
import type { PaidElsewhere } from './paid-elsewhere.ts'
import type { StatedTransfer } from '#domain/payment/reconciliation/match-transfer.ts'
import type { Reservation, ReservationId, ReservationUnderWay } from '#domain/order/reservation/reservation.ts'
import { type StatusWith, WHILE_PAYING, type WhilePaying, has } from '#domain/order/reservation/states.ts'
import type { TicketStatusAfter } from '#domain/ticket/ticket/states.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlPaymentHas, wherePayment, whereReservation } from '#server/foundation/database/status-sql.ts'
import { ORDER_OF_SEATS } from '#server/order/order/release-held.ts'
import { insertedPayment, movedPayments, voidedPayments } from '#server/order/order/move-payment.ts'
import { assertMoved, moveReservation, movedTo } from '#server/order/order/move-reservation.ts'
import { movableTicket, movedTicket } from '#server/order/order/move-tickets.ts'
import { TICKET_COLUMNS, type TicketRow, ticketFrom } from '#server/order/order/reservations.ts'

export type Confirmation = {
  readonly reservation: Reservation
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod
  readonly now: Instant
  readonly context: PurchaseContext
  readonly isPrivacyAccepted: boolean
  /** False where the buyer agrees by a request that follows the payment (`storeConsent`). */
  readonly isAgreed: boolean
}

/** Nothing to wait for: the tickets are to be produced. The finalizer finds the order by `finalize_at`. */
export async function storeSettled(tx: Tx, confirmation: Confirmation): Promise<void> {
  await storeConfirmed(tx, confirmation, { status: 'FINALIZING' })
}

/** What Pay may move an order to: to be finished, or a provider is asked first. */
type Accepted = StatusWith<'isFinalizing'> | (typeof WHILE_PAYING)[WhilePaying]

/** A provider is going to be asked; the order can't be changed until it has replied. */
export async function storeInPayment(tx: Tx, confirmation: Confirmation, meanwhile: WhilePaying): Promise<void> {
  await storeConfirmed(tx, confirmation, { status: WHILE_PAYING[meanwhile] })
}

type AwaitedTransfer = { readonly until: Instant; readonly isDeferred: boolean }

/**
 * The seats are held until the money has arrived; the awaited transfer is the order's open payment, which remembers how
 * it was asked for.
 */
export async function storeAwaitedTransfer(tx: Tx, confirmation: Confirmation & AwaitedTransfer): Promise<void> {
  const { reservation, proxy, context, now, until, isDeferred } = confirmation
  await storeConfirmed(tx, confirmation, { status: 'OFFLINE_FINALIZING', validity: until })
  await tx.query(STORE_TRANSFER, [
    reservation.id,
    context.id,
    proxy,
    reservation.price.total,
    reservation.currency ?? '',
    publicIdentifier(context),
    JSON.stringify(isDeferred ? DEFERRED : {}),
    timestamp(now),
  ])
}

const STORE_TRANSFER = statement(
  'awaited-transfer-store',
  insertedPayment('PENDING', {
    reservation_id: '$1',
    order_id: '$1',
    purchase_context_id: '$2',
    proxy: '$3',
    amount: '$4',
    currency: '$5',
    description: '$6',
    metadata: '$7',
    created_at: '$8',
  }),
)

const DEFERRED = { deferred: true }

/** Has the buyer been promised that the organiser will write how to pay? */
export async function isTransferDeferred(tx: Tx, id: ReservationId): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('payment_transaction')
    .select('id')
    .where('reservation_id', '=', id)
    .where(wherePayment('isOpen'))
    .where(sql<boolean>`metadata @> ${JSON.stringify(DEFERRED)}::jsonb`)
    .executeTakeFirst()
  return row !== undefined
}

async function storeConfirmed(
  tx: Tx,
  confirmation: Confirmation,
  { status, validity = confirmation.reservation.validity }: { readonly status: Accepted; readonly validity?: Instant },
): Promise<void> {
  const { reservation, proxy, method, now, context, isAgreed } = confirmation
  await moveReservation(tx, reservation, status, {
    at: now,
    set: {
      validity: timestamp(validity),
      payment_proxy: proxy,
      payment_method: method,
      // What was agreed to when the payment was begun stays agreed to.
      ...(isAgreed && {
        terms_accepted_at: timestamp(now),
        privacy_accepted_at: isPrivacyAgreed(confirmation) ? timestamp(now) : null,
      }),
      finalize_at: has({ status }, 'isFinalizing') ? timestamp(now) : null,
    },
    notes: isAgreed ? consentNotes(context, isPrivacyAgreed(confirmation)) : [],
  })
}

export const isPrivacyAgreed = ({ context, isPrivacyAccepted, isAgreed }: Confirmation): boolean =>
  isAgreed && context.privacyUrl !== null && isPrivacyAccepted

export function consentNotes({ termsUrl, privacyUrl }: PurchaseContext, isPrivacyNoted: boolean): OrderNote[] {
  return [
    ...(termsUrl === null ? [] : [agreed('TERMS_CONDITION_ACCEPTED', termsUrl)]),
    ...(isPrivacyNoted ? [agreed('PRIVACY_POLICY_ACCEPTED', privacyUrl)] : []),
  ]
}

type Consent = Pick<Confirmation, 'reservation' | 'context' | 'isPrivacyAccepted' | 'now'>

/** The buyer of an order that was paid before agrees; changes nothing where that is written down already. */
export async function storeConsent(tx: Tx, { reservation, context, isPrivacyAccepted, now }: Consent): Promise<void> {
  const isPrivacyNoted = context.privacyUrl !== null && isPrivacyAccepted
  const { numUpdatedRows } = await tx.kysely
    .updateTable('reservation')
    .set({ terms_accepted_at: timestamp(now), privacy_accepted_at: isPrivacyNoted ? timestamp(now) : null })
    .where('id', '=', reservation.id)
    .where('terms_accepted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await noteAudits(
    tx,
    consentNotes(context, isPrivacyNoted).map(note => ({ ...note, at: now, reservation })),
  )
}

const agreed = (type: 'TERMS_CONDITION_ACCEPTED' | 'PRIVACY_POLICY_ACCEPTED', url: string | null): OrderNote => ({
  type,
  ...(url && { modifications: { url } }),
})

export type SoldOrder = {
  readonly id: ReservationId
  readonly status: TicketStatusAfter<'sell'>
  /** The tickets can't be passed on. */
  readonly isLocked: boolean
}

/** What the trail says of an order that becomes complete. */
export type CompletionNote = 'RESERVATION_COMPLETE' | 'RESERVATION_OFFLINE_PAYMENT_CONFIRMED'

/**
 * The orders are complete: their tickets and extras are good from now on, their tokens are used, and who waited for them
 * has got them. Notes it in the trail of each order, and returns the tickets, each order's in the order of their seats.
 */
export async function storeSold(
  tx: Tx,
  orders: readonly SoldOrder[],
  { confirmedAt, noted }: { readonly confirmedAt: Instant; readonly noted: CompletionNote },
): Promise<Ticket[]> {
  if (orders.length === 0) return []
  const rows = await tx.query(STORE_SOLD, [
    orders.map(({ id }) => id),
    orders.map(({ status }) => status),
    orders.map(({ isLocked }) => isLocked),
    timestamp(confirmedAt),
    noted,
  ])
  assertMoved(
    orders.map(({ id }) => id),
    rows[0]?.moved ?? 0,
    'COMPLETE',
  )
  return rows.flatMap(row => (row.id === null ? [] : [ticketFrom(row)]))
}

/** How many orders were moved, in each row; with a ticket, unless there is none at all. */
type SoldRow = { readonly moved: number } & (TicketRow | { readonly id: null })

const STORE_SOLD = statement<SoldRow>(
  'store-sold',
  `with done as (
     select * from unnest($1::uuid[], $2::text[], $3::boolean[]) as done (order_id, sold_as, is_locked)
   ), seat as materialized (
     select ticket.id as seat_id, token_id, sold_as, is_locked
     from done join ticket on reservation_id = order_id join ticket_category as category on category.id = category_id
     where ${movableTicket('sell')} order by ${ORDER_OF_SEATS} for update of ticket
   ), held_token as materialized (
     select id from token where id = any(array(select token_id from seat)) and status = 'PENDING' order by id for update
   ), unit as materialized (
     select id, sold_as from done join additional_service_item on reservation_id = order_id
     where status = 'PENDING' and (select count(*) from held_token) >= 0 order by service_id, id
     for update of additional_service_item
   ), sold as (
     update ticket set ${movedTicket('sell', { column: 'sold_as' })}, locked = locked or is_locked from seat
     where id = seat_id returning ${TICKET_COLUMNS.join(', ')}
   ), used as (
     update token set status = 'TAKEN' from held_token where token.id = held_token.id
   ), extra as (
     update additional_service_item as item set status = sold_as from unit where item.id = unit.id
   ), waited as (
     update waiting_list_entry set status = 'ACQUIRED' from done
     where reservation_id = order_id and status = 'PENDING'
   ), ${movedTo('COMPLETE', {
     rows: 'done',
     id: 'order_id',
     set: 'confirmed_at = $4, ready_for_confirmation = true, finalized = true, finalize_at = null',
     note: { at: '$4::timestamptz', type: '$5::text' },
   })}
   select counted.moved, ${TICKET_COLUMNS.join(', ')}
   from (select count(*)::int as moved from moved) as counted left join sold on true order by id`,
)

/** The buyer has the payment instructions, and the order waits for the transfer. */
export async function storeWaiting(
  tx: Tx,
  reservation: Reservation,
  { status, at }: { readonly status: StatusWith<'canTransferArrive'>; readonly at: Instant },
): Promise<void> {
  await moveReservation(tx, reservation, status, {
    at,
    set: { ready_for_confirmation: true, finalized: true, finalize_at: null },
    notes: [{ type: 'RESERVATION_COMPLETE' }],
  })
}

/**
 * The order is confirmed by the organiser and to be finished in the same transaction (lifecycle A.3.13); an attempt to pay
 * it otherwise is over.
 */
export async function storePaidElsewhere(
  tx: Tx,
  reservation: Reservation,
  { context, now, ...paid }: PaidElsewhere & { readonly context: PurchaseContext; readonly now: Instant },
): Promise<void> {
  const { takenBy = BY_ORGANISER } = paid
  // In a statement of its own: of two writes to one table in one statement nothing says which comes first.
  await tx.query(VOID_PAYMENTS, [reservation.id, timestamp(now)])
  const [counted] = await tx.query(STORE_PAID_ELSEWHERE, [
    reservation.id,
    reservation.price.total,
    reservation.currency ?? '',
    publicIdentifier(context),
    JSON.stringify({ provider: paid.provider, reference: paid.reference, notes: paid.notes }),
    timestamp(now),
    `${takenBy}-${now}`,
    context.id,
    takenBy,
    takenBy === BY_ORGANISER ? null : paid.reference,
  ])
  assertMoved([reservation.id], counted?.moved ?? 0, 'FINALIZING')
}

const VOID_PAYMENTS = statement(
  'void-payments-of-order',
  voidedPayments({ where: 'reservation_id = $1', at: '$2::timestamptz' }),
)

const STORE_PAID_ELSEWHERE = statement<{ moved: number }>(
  'store-paid-elsewhere',
  `with done as (
     select $1::uuid as order_id
   ), ${movedTo('FINALIZING', {
     rows: 'done',
     id: 'order_id',
     set: `payment_proxy = $9::text, payment_method = '${FREE_OF_CHARGE}'`,
     note: null,
   })}, paid as (
     ${insertedPayment('COMPLETE', {
       reservation_id: '$1',
       order_id: '$1',
       purchase_context_id: '$8',
       proxy: '$9::text',
       gateway_transaction_id: '$7',
       reference: '$10::text',
       amount: '$2',
       currency: '$3',
       description: '$4',
       metadata: '$5',
       created_at: '$6',
       settled_at: '$6',
     })}
     -- Another sum than was due may have come, which the organiser accepts.
     where $2::bigint > 0 and not exists (select from payment_transaction where reservation_id = $1 and ${sqlPaymentHas('hasPaid')})
   )
   select count(*)::int as moved from moved`,
)

type Arrival = { readonly now: Instant; readonly stated: StatedTransfer | null }

/** The bank transfer of the order has arrived. */
export async function storeTransferArrived(
  tx: Tx,
  { id, proxy }: Pick<ReservationUnderWay, 'id' | 'proxy'>,
  { now, stated }: Arrival,
): Promise<void> {
  const { bookedOn = null, amount = null, currency = null } = stated ?? {}
  await tx.query(TRANSFER_ARRIVED, [id, `${proxy}-${now}`, timestamp(now), bookedOn, amount, currency])
}

const TRANSFER_ARRIVED = statement(
  'awaited-transfer-arrived',
  movedPayments('COMPLETE', {
    from: 'isOpen',
    set: `gateway_transaction_id = $2, settled_at = $3, booked_on = $4::date, received_amount = $5::bigint,
      received_currency = $6::text`,
    where: 'reservation_id = $1',
  }),
)

export type DueFinalization = { readonly id: ReservationId; readonly attempts: number }

/** Confirmed orders whose tickets are still to be produced, the longest waiting first. */
export async function dueFinalizations(on: Queryable, now: Instant): Promise<DueFinalization[]> {
  const rows = await on.kysely
    .selectFrom('reservation')
    .select(['id', 'finalize_attempts'])
    .where(whereReservation('isFinalizing'))
    .where('finalize_at', '<=', sqlInstant(now))
    .orderBy('finalize_at')
    .limit(100)
    .execute()
  return rows.map(row => ({ id: row.id as ReservationId, attempts: row.finalize_attempts }))
}

export async function storeNextAttempt(
  on: Queryable,
  id: ReservationId,
  { at, attempts }: { at: Instant; attempts: number },
) {
  await on.kysely
    .updateTable('reservation')
    .set({ finalize_at: timestamp(at), finalize_attempts: attempts })
    .where('id', '=', id)
    .where('finalize_at', 'is not', null)
    .execute()
}
