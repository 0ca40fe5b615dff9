import type { Instant } from '#domain/foundation/instant.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import type { RefundStatus } from '#domain/payment/refund/refund.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'

/** A refund of a payment through its provider. */
export type StoredRefund = {
  readonly id: bigint
  readonly paymentId: bigint
  readonly amount: Minor
  /** The provider has accepted it; else it is to be asked. */
  readonly isAccepted: boolean
  readonly idempotencyKey: string
  readonly reference: string | null
  readonly data: ProviderData
  /** How often it was sent before. */
  readonly sends: number
  readonly firstSentAt: Instant | null
  /** The credit note that goes to the buyer with it. */
  readonly documentId: string | null
}

type NewRefund = {
  readonly amount: Minor
  /** By the organiser; or by the shop, because no order could take the money. */
  readonly origin: 'ORGANISER' | 'SHOP'
  readonly reason: string | null
  /** The credit note that goes to the buyer with it. */
  readonly documentId: string | null
  readonly now: Instant
}

/** Stores a refund of a payment for the refund job. The caller has locked the payment. */
export async function storeRefundWanted(
  tx: Tx,
  { id }: { readonly id: bigint },
  { amount, origin, reason, documentId, now }: NewRefund,
): Promise<bigint> {
  const [row] = await tx.query(STORE, [id, amount, origin, reason, documentId, timestamp(now)])
  if (!row) throw new Error(`no refund of payment ${id} was written`)
  return row.id
}

/** Only ours have keys, and none of them is ever deleted: a number is given once. */
const STORE = statement<{ id: bigint }>(
  'refund-store',
  `insert into payment_refund
     (transaction_id, amount, origin, status, idempotency_key, reason, document_id, wanted_at, next_look_at)
   select $1, $2, $3, 'WANTED', $1 || '-REFUND-' || number, $4, $5, $6, $6
   from (select count(*)::int + 1 as number from payment_refund
     where transaction_id = $1 and idempotency_key is not null) as next
   returning id`,
)

type RefundRow = {
  readonly id: bigint
  readonly transaction_id: bigint
  readonly amount: bigint
  readonly status: string
  readonly idempotency_key: string
  readonly reference: string | null
  readonly metadata: unknown
  readonly sends: number
  readonly sent_at: Instant | null
  readonly document_id: string | null
}

/**
 * Takes refunds whose provider is to be asked, and says when it is asked next, whatever comes of it: twice as long each time,
 * between two minutes and a day. Only those the provider is known to repeat safely, or that were not sent yet, come without
 * a reply again (`isRepeatable` of the port); the caller sees to that.
 */
export async function takeRefunds(on: Queryable, now: Instant): Promise<StoredRefund[]> {
  return (await on.query(TAKE, [timestamp(now)])).map(refundFrom)
}

const TAKE = statement<RefundRow>(
  'refunds-take',
  `with due as (
     select id from payment_refund where status in ('WANTED', 'PENDING') and next_look_at <= $1
     order by next_look_at, id limit 100 for update skip locked
   )
   update payment_refund as refund
   set next_look_at = $1::timestamptz + least(60 * power(2, least(sends + 1, 11)), 86400) * interval '1 second'
   from due where refund.id = due.id
   returning refund.id, transaction_id, amount, status, idempotency_key, reference, metadata, sends, sent_at,
     document_id`,
)

/** Counts that it is sent or asked about now, before it is. */
export async function noteRefundSent(on: Queryable, { id }: StoredRefund, now: Instant): Promise<void> {
  await on.query(NOTE_SENT, [id, timestamp(now)])
}

const NOTE_SENT = statement(
  'refund-sent',
  'update payment_refund set sends = sends + 1, sent_at = coalesce(sent_at, $2) where id = $1',
)

/** Locks the refund to record its outcome; undefined when it had ended before. */
export async function lockRefund(tx: Tx, { id }: StoredRefund): Promise<StoredRefund | undefined> {
  return (await tx.query(LOCK, [id])).map(refundFrom)[0]
}

const REFUND = `id, transaction_id, amount, status, idempotency_key, reference, metadata, sends, sent_at, document_id`

const LOCK = statement<RefundRow>(
  'refund-lock',
  `select ${REFUND} from payment_refund where id = $1 and status in ('WANTED', 'PENDING') for update`,
)

/**
 * A refund of ours that the provider reported before it answered was recorded as made there: deletes that record.
 * Returns its state; undefined when there is none.
 */
export async function takeOverTold(
  tx: Tx,
  { id, paymentId }: StoredRefund,
  reference: string,
): Promise<RefundStatus | undefined> {
  const [told] = await tx.query(TAKE_OVER, [paymentId, reference, id])
  return told?.status
}

const TAKE_OVER = statement<{ status: RefundStatus }>(
  'refund-take-over',
  `delete from payment_refund where transaction_id = $1 and reference = $2 and id <> $3 and origin = 'PROVIDER'
   returning status`,
)

/** All that has gone back of a payment by the word of its provider, or is on its way. */
export async function sumRefunded(tx: Tx, paymentId: bigint): Promise<Minor> {
  const [row] = await tx.query(SUM_REFUNDED, [paymentId])
  return minor(row?.amount ?? 0n)
}

const SUM_REFUNDED = statement<{ amount: bigint }>(
  'refunds-sum',
  `select coalesce(sum(amount), 0)::bigint as amount from payment_refund
   where transaction_id = $1 and status in ('PENDING', 'DONE')`,
)

type End = { readonly reference: string | null; readonly failure: string | null; readonly now: Instant }

export async function storeRefundEnded(tx: Tx, { id }: StoredRefund, { reference, failure, now }: End): Promise<void> {
  await tx.kysely
    .updateTable('payment_refund')
    .set({
      status: failure === null ? 'DONE' : 'FAILED',
      failure,
      ended_at: timestamp(now),
      next_look_at: null,
      ...(reference !== null && { reference }),
    })
    .where('id', '=', id)
    .execute()
}

export async function storeRefundAccepted(
  tx: Tx,
  { id }: StoredRefund,
  { reference, data }: { readonly reference: string; readonly data: ProviderData },
): Promise<void> {
  await tx.kysely
    .updateTable('payment_refund')
    .set({ status: 'PENDING', reference, metadata: JSON.stringify(data) })
    .where('id', '=', id)
    .execute()
}

function refundFrom(refund: RefundRow): StoredRefund {
  return {
    id: refund.id,
    paymentId: refund.transaction_id,
    amount: minor(refund.amount),
    isAccepted: refund.status === 'PENDING',
    idempotencyKey: refund.idempotency_key,
    reference: refund.reference,
    data: refund.metadata as ProviderData,
    sends: refund.sends,
    firstSentAt: refund.sent_at,
    documentId: refund.document_id,
  }
}
