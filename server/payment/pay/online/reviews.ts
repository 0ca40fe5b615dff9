import type { Instant } from '#domain/foundation/instant.ts'
import { ENDED_WITH_ORDER, type ReviewReason } from '#domain/payment/pay/review.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { PaymentOf } from './ask-provider.ts'
import { mailReview } from './mail-money.ts'

/** What needs a person. */
type NewReview = {
  readonly reason: ReviewReason
  /** The refund or the dispute it is about; left out where it is the payment itself. */
  readonly about?: bigint
  /** What the provider has said. */
  readonly detail: string | null
  readonly now: Instant
}

type ReviewRequest = NewReview & {
  /** What it is about; left out: the whole payment. */
  readonly amount?: Minor
  readonly dueBy?: Instant | null
}

/** Lists a payment that needs a person, and mails the organiser once. */
export async function raiseReview(tx: Tx, shop: Shop, of: PaymentOf, review: ReviewRequest): Promise<void> {
  if (!(await storeReview(tx, of.payment, review))) return
  const { reason: topic, detail, amount = of.payment.amount, dueBy = null } = review
  await mailReview(tx, shop, of, { topic, amount, detail, dueBy })
}

type OfPayment = { readonly id: bigint }

/**
 * Records that a payment needs a person. False when that was recorded before, even if it has ended; but a provider that
 * has answered may fall silent again.
 */
async function storeReview(tx: Tx, { id }: OfPayment, review: NewReview): Promise<boolean> {
  const { reason, about, detail, now } = review
  const rows = await tx.query(STORE, [id, reason, about === undefined ? '' : String(about), detail, timestamp(now)])
  return rows.length > 0
}

const STORE = statement<{ id: bigint }>(
  'payment-review-store',
  `insert into payment_review (transaction_id, reason, about, detail, since) values ($1, $2, $3, $4, $5)
   on conflict (transaction_id, reason, about) do update set detail = excluded.detail, since = excluded.since, ended_at = null
     where payment_review.reason = 'NO_ANSWER' and payment_review.ended_at is not null
   returning id`,
)

type Ended = { readonly reason: ReviewReason; readonly about?: bigint; readonly now: Instant }

/** It has ended by itself. False when there was nothing to end. */
export async function endReview(tx: Tx, { id }: OfPayment, { reason, about, now }: Ended): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('payment_review')
    .set({ ended_at: timestamp(now) })
    .where('transaction_id', '=', id)
    .where('reason', '=', reason)
    .where('about', '=', about === undefined ? '' : String(about))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** An order is paid, ended or confirmed: nothing is to be found out of its payments any more. */
export async function endReviewsOfOrder(tx: Tx, id: ReservationId, now: Instant): Promise<void> {
  await tx.kysely
    .updateTable('payment_review')
    .set({ ended_at: timestamp(now) })
    .where('transaction_id', 'in', db => db.selectFrom('payment_transaction').select('id').where('order_id', '=', id))
    .where('reason', 'in', ENDED_WITH_ORDER)
    .where('ended_at', 'is', null)
    .execute()
}
