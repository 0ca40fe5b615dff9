import type { Instant } from '#domain/foundation/instant.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import { type RefundStatus, refundHas } from '#domain/payment/refund/refund-states.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlRefundHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { moveRefund } from './move-refund.ts'

/** A refund of a payment through its provider. */
export type StoredRefund = {
  readonly id: bigint
  readonly paymentId: bigint
  readonly amount: Minor
  readonly status: RefundStatus
  readonly idempotencyKey: string
  readonly reference: string | null
  readonly data: ProviderData
  /** How often it was sent before. */
  readonly sends: number
  readonly firstSentAt: Instant | null
  /** The credit note that goes to the buyer with it. */
  readonly documentId: string | null
}

type RefundRow = {
  readonly id: bigint
  readonly transaction_id: bigint
  readonly amount: bigint
  readonly status: RefundStatus
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
     select id from payment_refund where ${sqlRefundHas('isOpen')} and next_look_at <= $1
     order by next_look_at, id limit 100 for update skip locked
   )
   update payment_refund as refund
   set next_look_at = $1::timestamptz + least(60 * power(2, least(sends + 1, 11)), 86400) * interval '1 second'
   from due where refund.id = due.id
   returning refund.id, transaction_id, amount, status, idempotency_key, reference, metadata, sends, sent_at,
     document_id`,
)

/** Has the refund job ask about the open refunds of a payment at once; how many there are. */
export async function checkRefundsSoon(tx: Tx, paymentId: bigint, now: Instant): Promise<number> {
  return (await tx.query(CHECK_SOON, [paymentId, timestamp(now)])).length
}

const CHECK_SOON = statement<{ id: bigint }>(
  'refunds-check-soon',
  `update payment_refund set next_look_at = $2 where transaction_id = $1 and ${sqlRefundHas('isOpen')} returning id`,
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
  `select ${REFUND} from payment_refund where id = $1 and ${sqlRefundHas('isOpen')} for update`,
)

/** All that has gone back of a payment by the word of its provider, or is on its way. */
export async function sumRefunded(tx: Tx, paymentId: bigint): Promise<Minor> {
  const [row] = await tx.query(SUM_REFUNDED, [paymentId])
  return minor(row?.amount ?? 0n)
}

const SUM_REFUNDED = statement<{ amount: bigint }>(
  'refunds-sum',
  `select coalesce(sum(amount), 0)::bigint as amount from payment_refund
   where transaction_id = $1 and ${sqlRefundHas('isConfirmed')}`,
)

type End = { readonly reference: string | null; readonly failure: string | null; readonly now: Instant }

export function storeRefundEnded(tx: Tx, refund: StoredRefund, { reference, failure, now }: End): Promise<void> {
  return moveRefund(tx, refund, failure === null ? 'DONE' : 'FAILED', {
    set: {
      failure,
      ended_at: timestamp(now),
      next_look_at: null,
      ...(reference !== null && { reference }),
      ...(failure === null && acceptedNow(refund, now)),
    },
  })
}

export function storeRefundAccepted(
  tx: Tx,
  refund: StoredRefund,
  { reference, data, now }: { readonly reference: string; readonly data: ProviderData; readonly now: Instant },
): Promise<void> {
  const set = { reference, metadata: JSON.stringify(data), ...acceptedNow(refund, now) }
  return moveRefund(tx, refund, 'PENDING', { set })
}

/** A refund that was accepted before keeps that moment. */
const acceptedNow = (refund: StoredRefund, now: Instant) =>
  refundHas(refund, 'isAccepted') ? {} : { accepted_at: timestamp(now) }

function refundFrom(refund: RefundRow): StoredRefund {
  return {
    id: refund.id,
    paymentId: refund.transaction_id,
    amount: minor(refund.amount),
    status: refund.status,
    idempotencyKey: refund.idempotency_key,
    reference: refund.reference,
    data: refund.metadata as ProviderData,
    sends: refund.sends,
    firstSentAt: refund.sent_at,
    documentId: refund.document_id,
  }
}
