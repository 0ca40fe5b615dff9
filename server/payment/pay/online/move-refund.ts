import type { Updateable } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import {
  FIRST_REFUND_STATUS,
  REFUND_MOVES,
  REFUND_STATUSES,
  type RefundStatus,
  type ReportedRefundStatus,
  canRefundMove,
  refundHas,
  refundsBefore,
} from '#domain/payment/refund/refund-states.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import type { PaymentRefundTable } from '#server/foundation/database/schema.ts'
import { quoted, sqlRefundHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/**
 * The only file that inserts refunds, writes their status, or deletes them: only along the table of refund-states.ts.
 * tests/architecture/lives.test.ts holds all others to it. Their lines of the trail (REFUND, REFUND_ATTEMPT_FAILED) are
 * written by record-refund.ts and follow-up.ts in the same transaction, because a provider may report the same end twice
 * and the trail has it once; that a refund is requested (REFUND_REQUESTED) is the organiser's line, for the whole order.
 */

export type NewRefund = {
  readonly amount: bigint
  /** By the organiser; or by the shop, because no order could take the money. */
  readonly origin: 'ORGANISER' | 'SHOP'
  readonly reason: string | null
  /** The credit note that goes to the buyer with it. */
  readonly documentId: string | null
  readonly now: Instant
}

/** Stores a refund of a payment for the refund job. The caller has locked the payment. */
export async function insertRefund(
  tx: Tx,
  { id }: { readonly id: bigint },
  { amount, origin, reason, documentId, now }: NewRefund,
): Promise<bigint> {
  const [row] = await tx.query(INSERT, [id, amount, origin, reason, documentId, timestamp(now)])
  if (!row) throw new Error(`no refund of payment ${id} was written`)
  return row.id
}

/** Only ours have keys, and none of them is ever deleted: a number is given once. */
const INSERT = statement<{ id: bigint }>(
  'refund-store',
  `insert into payment_refund
     (transaction_id, amount, origin, status, idempotency_key, reason, document_id, wanted_at, next_look_at)
   select $1, $2, $3, '${FIRST_REFUND_STATUS}', $1 || '-REFUND-' || number, $4, $5, $6, $6
   from (select count(*)::int + 1 as number from payment_refund
     where transaction_id = $1 and idempotency_key is not null) as next
   returning id`,
)

type RefundMove = {
  /** What else changes in the same row. */
  readonly set: Omit<Updateable<PaymentRefundTable>, 'id' | 'status'>
}

/**
 * Moves one refund, or changes it where its provider repeats what is recorded, in one statement. The caller has locked
 * it. Throws for a move that the table lacks.
 */
export async function moveRefund(
  tx: Tx,
  { id, status: from }: { readonly id: bigint; readonly status: RefundStatus },
  to: ReportedRefundStatus,
  { set }: RefundMove,
): Promise<void> {
  if (from !== to && !canRefundMove(from, to)) throw new Error(`refund ${id} can't move from ${from} to ${to}`)
  const { numUpdatedRows } = await tx.kysely
    .updateTable('payment_refund')
    .set({ ...set, status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`refund ${id} is not ${from} any more`)
}

export type ReportedRefund = {
  readonly reference: string
  readonly amount: bigint
  readonly status: ReportedRefundStatus
}

/** `was`: null for one that was unknown. */
export type RecordedReport = {
  readonly id: bigint
  readonly was: RefundStatus | null
  readonly is_ours: boolean
  readonly may_be_ours: boolean
}

/**
 * Records a refund that a provider reports. One of ours that was accepted is known by its reference; an unknown one was
 * made at the provider, or is one of ours whose answer is still on its way (`may_be_ours`): then the answer replaces it.
 * Undefined where nothing moves: what was read a moment ago may be recorded after what came of it.
 */
export async function recordReport(
  tx: Tx,
  payment: { readonly id: bigint },
  { reference, amount, status }: ReportedRefund,
  now: Instant,
): Promise<RecordedReport | undefined> {
  const endedAt = refundHas({ status }, 'isOpen') ? null : timestamp(now)
  const acceptedAt = refundHas({ status }, 'isConfirmed') ? timestamp(now) : null
  return (
    await tx.query(RECORD_REPORT, [payment.id, reference, amount, status, timestamp(now), endedAt, acceptedAt])
  )[0]
}

const LEGAL_MOVES = REFUND_STATUSES.flatMap(from => REFUND_MOVES[from].map(to => `(${quoted([from, to])})`)).join(', ')

const RECORD_REPORT = statement<RecordedReport>(
  'refund-told',
  `with before as (
     select id, status from payment_refund where transaction_id = $1 and reference = $2
   ), stored as (
     insert into payment_refund (transaction_id, reference, amount, origin, status, wanted_at, ended_at, accepted_at)
     values ($1, $2, $3, 'PROVIDER', $4, $5, $6, $7)
     on conflict (transaction_id, reference) where reference is not null do update
       set status = excluded.status, ended_at = excluded.ended_at, next_look_at = null,
         accepted_at = coalesce(payment_refund.accepted_at, excluded.accepted_at)
       where (payment_refund.status, excluded.status) in (${LEGAL_MOVES})
     returning id, origin <> 'PROVIDER' as is_ours
   )
   select stored.id, before.status as was, is_ours, exists (
       select from payment_refund as own
       where own.transaction_id = $1 and ${sqlRefundHas('isUnanswered', 'own.status')} and own.sends > 0 and own.amount = $3
     ) as may_be_ours
   from stored left join before on before.id = stored.id`,
)

/**
 * A refund of ours that the provider reported before it answered was recorded as made there: deletes that record.
 * Returns its status; undefined when there is none.
 */
export async function deleteReported(
  tx: Tx,
  { id, paymentId }: { readonly id: bigint; readonly paymentId: bigint },
  reference: string,
): Promise<RefundStatus | undefined> {
  return (await tx.query(DELETE_REPORTED, [paymentId, reference, id]))[0]?.status
}

const DELETE_REPORTED = statement<{ status: RefundStatus }>(
  'refund-take-over',
  `delete from payment_refund where transaction_id = $1 and reference = $2 and id <> $3 and origin = 'PROVIDER'
     and status in (${quoted(refundsBefore('DELETED'))})
   returning status`,
)
