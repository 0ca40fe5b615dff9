import { sql } from 'kysely'
import type { Event } from '#domain/catalog/event.ts'
import type { Instant } from '#domain/instant.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/payment/payment-method.ts'
import type { Reservation, ReservationId } from '#domain/reservation/reservation.ts'
import type { TicketStatus } from '#domain/ticket/ticket.ts'
import { noteAudit } from '#server/audit/audit.ts'
import { sqlInstant, timestamp } from '#server/database/types.ts'
import type { Queryable, Tx } from '#server/database/database.ts'

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
  { status, validity }: { status: 'FINALIZING' | 'OFFLINE_FINALIZING'; validity?: Instant },
): Promise<void> {
  const isPrivacyGiven = event.privacyUrl !== null && isPrivacyAccepted
  await tx.kysely
    .updateTable('reservation')
    .set({
      status,
      ...(validity && { validity: timestamp(validity) }),
      payment_proxy: proxy,
      payment_method: method,
      terms_accepted_at: timestamp(now),
      privacy_accepted_at: isPrivacyGiven ? timestamp(now) : null,
      finalize_at: timestamp(now),
    })
    .where('id', '=', reservation.id)
    .execute()
  await noteAudit(tx, {
    at: now,
    type: 'TERMS_CONDITION_ACCEPTED',
    reservation,
    ...(event.termsUrl && { modifications: { url: event.termsUrl } }),
  })
  if (isPrivacyGiven) {
    await noteAudit(tx, {
      at: now,
      type: 'PRIVACY_POLICY_ACCEPTED',
      reservation,
      modifications: { url: event.privacyUrl },
    })
  }
}

/**
 * The tickets and extras of the order are good from now on; its tokens are used, and who waited for it has got it.
 */
export async function storeSold(
  tx: Tx,
  id: ReservationId,
  { status, isLocked }: { status: TicketStatus & ('ACQUIRED' | 'TO_BE_PAID'); isLocked: boolean },
): Promise<void> {
  await sql`
    with sold as (
      update ticket set status = ${status}, locked = locked or ${isLocked}
      where reservation_id = ${id} and status = 'PENDING' returning token_id
    ), used as (
      update token set status = 'TAKEN' from sold where token.id = sold.token_id and token.status = 'PENDING'
    ), extra as (
      update additional_service_item set status = ${status} where reservation_id = ${id} and status = 'PENDING'
    )
    update waiting_list_entry set status = 'ACQUIRED' where reservation_id = ${id} and status = 'PENDING'`.execute(
    tx.kysely,
  )
}

export async function storeComplete(tx: Tx, id: ReservationId, confirmedAt: Instant): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({
      status: 'COMPLETE',
      confirmed_at: timestamp(confirmedAt),
      ready_for_confirmation: true,
      finalized: true,
      finalize_at: null,
    })
    .where('id', '=', id)
    .execute()
}

export async function storeWaiting(tx: Tx, id: ReservationId, status: 'OFFLINE_PAYMENT' | 'DEFERRED_OFFLINE_PAYMENT') {
  await tx.kysely
    .updateTable('reservation')
    .set({ status, ready_for_confirmation: true, finalized: true, finalize_at: null })
    .where('id', '=', id)
    .execute()
}

/** The bank transfer of the order has arrived. */
export async function storeTransferArrived(tx: Tx, id: ReservationId, now: Instant): Promise<void> {
  await tx.kysely
    .updateTable('payment_transaction')
    .set({ status: 'COMPLETE', gateway_transaction_id: `OFFLINE-${now}` })
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
