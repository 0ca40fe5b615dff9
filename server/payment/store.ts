import { sql } from 'kysely'
import type { Event } from '#domain/catalog/event.ts'
import type { Instant } from '#domain/instant.ts'
import { BY_ORGANISER, FREE_OF_CHARGE, type PaymentMethod, type PaymentProxy } from '#domain/payment/payment-method.ts'
import type { Reservation, ReservationId } from '#domain/reservation/reservation.ts'
import type { ReservationStatus } from '#domain/reservation/states.ts'
import { canMove } from '#domain/reservation/transitions.ts'
import type { Ticket, TicketStatus } from '#domain/ticket/ticket.ts'
import { noteAudits } from '#server/audit/audit.ts'
import { sqlInstant, timestamp } from '#server/database/types.ts'
import { type Queryable, type Tx, statement } from '#server/database/database.ts'
import { TICKET_COLUMNS, type TicketRow, ticketFrom } from '#server/order/reservations.ts'

type Confirmation = {
  readonly reservation: Reservation
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod
  readonly now: Instant
  readonly event: Event
  readonly isPrivacyAccepted: boolean
}

/** Nothing to wait for: the tickets are to be produced. The finalizer finds the order by `finalize_at`. */
export async function storeSettled(tx: Tx, confirmation: Confirmation): Promise<void> {
  await storeConfirmed(tx, confirmation, { status: 'FINALIZING' })
}

type Accepted = 'FINALIZING' | 'OFFLINE_FINALIZING' | 'IN_PAYMENT' | 'EXTERNAL_PROCESSING_PAYMENT'

/** A provider is going to be asked; the order can't be changed until it has replied. */
export async function storeInPayment(
  tx: Tx,
  confirmation: Confirmation,
  status: 'IN_PAYMENT' | 'EXTERNAL_PROCESSING_PAYMENT',
): Promise<void> {
  await storeConfirmed(tx, confirmation, { status })
}

type AwaitedTransfer = { readonly until: Instant; readonly isDeferred: boolean }

/**
 * The seats are held until the money has arrived; the awaited transfer is the order's open payment, which remembers how
 * it was asked for.
 */
export async function storeAwaitedTransfer(tx: Tx, confirmation: Confirmation & AwaitedTransfer): Promise<void> {
  const { reservation, proxy, event, now, until, isDeferred } = confirmation
  await storeConfirmed(tx, confirmation, { status: 'OFFLINE_FINALIZING', validity: until })
  await tx.kysely
    .insertInto('payment_transaction')
    .values({
      reservation_id: reservation.id,
      proxy,
      status: 'PENDING',
      amount: reservation.price.total,
      currency: reservation.currency ?? '',
      description: event.shortName,
      metadata: JSON.stringify(isDeferred ? DEFERRED : {}),
      created_at: timestamp(now),
    })
    .execute()
}

const DEFERRED = { deferred: true }

/** Has the buyer been promised that the organiser will write how to pay? */
export async function isTransferDeferred(tx: Tx, id: ReservationId): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('payment_transaction')
    .select('id')
    .where('reservation_id', '=', id)
    .where('status', '=', 'PENDING')
    .where(sql<boolean>`metadata @> ${JSON.stringify(DEFERRED)}::jsonb`)
    .executeTakeFirst()
  return row !== undefined
}

async function storeConfirmed(
  tx: Tx,
  { reservation, proxy, method, now, event, isPrivacyAccepted }: Confirmation,
  { status, validity }: { readonly status: Accepted; readonly validity?: Instant },
): Promise<void> {
  const isPrivacyGiven = event.privacyUrl !== null && isPrivacyAccepted
  await tx.query(STORE_CONFIRMED, [
    reservation.id,
    status,
    validity === undefined ? null : timestamp(validity),
    proxy,
    method,
    timestamp(now),
    isPrivacyGiven,
  ])
  const agreed = (type: 'TERMS_CONDITION_ACCEPTED' | 'PRIVACY_POLICY_ACCEPTED', url: string | null) => ({
    at: now,
    type,
    reservation,
    ...(url && { modifications: { url } }),
  })
  await noteAudits(tx, [
    agreed('TERMS_CONDITION_ACCEPTED', event.termsUrl),
    ...(isPrivacyGiven ? [agreed('PRIVACY_POLICY_ACCEPTED', event.privacyUrl)] : []),
  ])
}

const STORE_CONFIRMED = statement<never>(
  'store-confirmed',
  `update reservation set status = $2, validity = coalesce($3, validity), payment_proxy = $4, payment_method = $5,
     terms_accepted_at = $6, privacy_accepted_at = case when $7 then $6::timestamptz end,
     finalize_at = case when $2 in ('FINALIZING', 'OFFLINE_FINALIZING') then $6::timestamptz end
   where id = $1`,
)

export type SoldOrder = {
  readonly id: ReservationId
  readonly status: TicketStatus & ('ACQUIRED' | 'TO_BE_PAID')
  /** The tickets can't be passed on. */
  readonly isLocked: boolean
}

/**
 * The orders are complete: their tickets and extras are good from now on, their tokens are used, and who waited for them
 * has got them. Notes it in the trail of each order, and answers the tickets, each order's in the order of their seats.
 */
export async function storeSold(
  tx: Tx,
  orders: readonly SoldOrder[],
  { confirmedAt, noted }: { readonly confirmedAt: Instant; readonly noted: 'RESERVATION_COMPLETE' | null },
): Promise<Ticket[]> {
  if (orders.length === 0) return []
  const rows = await tx.query(STORE_SOLD, [
    orders.map(({ id }) => id),
    orders.map(({ status }) => status),
    orders.map(({ isLocked }) => isLocked),
    timestamp(confirmedAt),
    noted,
  ])
  return rows.map(ticketFrom)
}

const STORE_SOLD = statement<TicketRow>(
  'store-sold',
  `with done as (
     select * from unnest($1::uuid[], $2::text[], $3::boolean[]) as done (order_id, sold_as, is_locked)
   ), sold as (
     update ticket set status = sold_as, locked = locked or is_locked from done
     where reservation_id = order_id and status = 'PENDING' returning token_id, ${TICKET_COLUMNS.join(', ')}
   ), used as (
     update token set status = 'TAKEN' from sold where token.id = sold.token_id and token.status = 'PENDING'
   ), extra as (
     update additional_service_item set status = sold_as from done
     where reservation_id = order_id and status = 'PENDING'
   ), waited as (
     update waiting_list_entry set status = 'ACQUIRED' from done
     where reservation_id = order_id and status = 'PENDING'
   ), complete as (
     update reservation set status = 'COMPLETE', confirmed_at = $4, ready_for_confirmation = true, finalized = true,
       finalize_at = null
     from done where id = order_id returning id, purchase_context_id
   ), noted as (
     insert into audit (at, type, purchase_context_id, reservation_id, entity_type, entity_id)
     select $4, $5, purchase_context_id, id, 'RESERVATION', id::text from complete where $5::text is not null
   )
   select ${TICKET_COLUMNS.join(', ')} from sold order by id`,
)

export async function storeWaiting(tx: Tx, id: ReservationId, status: 'OFFLINE_PAYMENT' | 'DEFERRED_OFFLINE_PAYMENT') {
  await tx.kysely
    .updateTable('reservation')
    .set({ status, ready_for_confirmation: true, finalized: true, finalize_at: null })
    .where('id', '=', id)
    .execute()
}

/** What the organiser says of a payment that was made elsewhere, kept for whoever compares the books. */
export type PaidElsewhere = {
  readonly provider: PaymentProxy
  readonly reference: string | null
  readonly notes: string | null
}

/** The order counts as confirmed by the organiser (lifecycle A.3.13); an attempt to pay it otherwise is over. */
export async function storePaidElsewhere(
  tx: Tx,
  reservation: Reservation,
  { event, now, ...said }: PaidElsewhere & { readonly event: Event; readonly now: Instant },
): Promise<void> {
  await tx.query(STORE_PAID_ELSEWHERE, [
    reservation.id,
    reservation.price.total,
    reservation.currency ?? '',
    event.shortName,
    JSON.stringify({ provider: said.provider, reference: said.reference, notes: said.notes }),
    timestamp(now),
    `${BY_ORGANISER}-${now}`,
  ])
}

const STORE_PAID_ELSEWHERE = statement<never>(
  'store-paid-elsewhere',
  `with confirmed as (
     update reservation set payment_proxy = '${BY_ORGANISER}', payment_method = '${FREE_OF_CHARGE}' where id = $1
   ), ended as (
     update payment_transaction set status = 'INVALID' where reservation_id = $1 and status <> 'COMPLETE'
   )
   insert into payment_transaction
     (reservation_id, proxy, status, gateway_transaction_id, amount, currency, description, metadata, created_at)
   select $1, '${BY_ORGANISER}', 'COMPLETE', $7, $2, $3, $4, $5, $6 where $2::bigint > 0`,
)

/** The bank transfer of the order has arrived. */
export async function storeTransferArrived(
  tx: Tx,
  { id, proxy }: Pick<Reservation, 'id' | 'proxy'>,
  now: Instant,
): Promise<void> {
  await tx.kysely
    .updateTable('payment_transaction')
    .set({ status: 'COMPLETE', gateway_transaction_id: `${proxy}-${now}` })
    .where('reservation_id', '=', id)
    .where('status', '=', 'PENDING')
    .execute()
}

export type DueFinalization = { readonly id: ReservationId; readonly attempts: number }

/** Confirmed orders whose tickets are still to be produced, the longest waiting first. */
export async function dueFinalizations(on: Queryable, now: Instant): Promise<DueFinalization[]> {
  const rows = await on.kysely
    .selectFrom('reservation')
    .select(['id', 'finalize_attempts'])
    .where('status', 'in', ['FINALIZING', 'OFFLINE_FINALIZING'])
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

export type Move = { readonly to: ReservationStatus; readonly validity?: Instant; readonly finalizeAt?: Instant }

/** Moves an order that a provider has spoken of; it is never held shorter than before. The caller holds it. */
export async function storeMove(
  tx: Tx,
  { id, status }: Reservation,
  { to, validity, finalizeAt }: Move,
): Promise<void> {
  if (status !== to && !canMove(status, to)) throw new Error(`reservation ${id} can't move from ${status} to ${to}`)
  await tx.query(STORE_MOVE, [
    id,
    to,
    validity === undefined ? null : timestamp(validity),
    finalizeAt === undefined ? null : timestamp(finalizeAt),
  ])
}

const STORE_MOVE = statement<never>(
  'store-payment-move',
  `update reservation set status = $2, validity = greatest(validity, $3::timestamptz), finalize_at = $4 where id = $1`,
)
