import type { PaymentToReview } from '#contract/organiser-payments.ts'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { ReviewReason } from '#domain/payment/pay/review.ts'
import { type ReservationId, shortId } from '#domain/order/reservation/reservation.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, statement, transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { ENGLISH } from '#server/foundation/language/languages.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { REVIEW_NAMES } from '#domain/payment/pay/review.ts'

/** Of one event, of all of an organisation, or of the shop. */
export type WhoseReviews = { readonly eventId?: number; readonly organizationId?: number }

type ReviewRow = {
  readonly id: bigint
  readonly reason: ReviewReason
  readonly detail: string | null
  readonly since: Instant
  readonly event: string
  readonly order_id: ReservationId
  readonly transaction_id: bigint
  readonly proxy: PaymentProxy
  readonly amount: bigint
  readonly currency: string
  readonly due_by: Instant | null
}

/**
 * What needs a person, the longest waiting first; at most a thousand. Texts are in English, as in all answers to
 * programs.
 */
export async function listReviews(
  { db, texts }: Pick<Shop, 'db' | 'texts'>,
  { eventId = null, organizationId = null }: { [Key in keyof WhoseReviews]: number | null },
): Promise<PaymentToReview[]> {
  const length = (await systemSettings(db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  const say = sayIn(texts, ENGLISH)
  return (await db.query(LIST, [eventId, organizationId])).map(row => {
    const code = currency(row.currency) ?? NO_CURRENCY
    return {
      id: String(row.id),
      reason: row.reason,
      text: say(`foyer.review.${REVIEW_NAMES[row.reason]}.text`),
      remedy: say(`foyer.review.${REVIEW_NAMES[row.reason]}.remedy`),
      detail: row.detail,
      event: row.event,
      reservationId: row.order_id,
      shortId: shortId({ id: row.order_id }, length),
      paymentId: String(row.transaction_id),
      provider: row.proxy,
      amount: printed(minor(row.amount), code),
      currency: code,
      since: row.since,
      dueBy: row.due_by,
    }
  })
}

const LIST = statement<ReviewRow>(
  'payment-reviews-list',
  `select review.id, review.reason, detail, since, coalesce(short_name, pass.public_id::text) as event, order_id, review.transaction_id, proxy,
     coalesce(refund.amount, dispute.amount, payment.amount) as amount, payment.currency, due_by
   from payment_review as review
     join payment_transaction as payment on payment.id = review.transaction_id
     join purchase_context as context on context.id = payment.purchase_context_id
     left join event on event.id = context.id
     left join pass on pass.id = context.id
     left join payment_refund as refund on review.reason = 'REFUND_FAILED' and refund.id::text = about
     left join payment_dispute as dispute on review.reason like 'DISPUTE%' and dispute.id::text = about
   where review.ended_at is null and ($1::integer is null or context.id = $1)
     and ($2::integer is null or context.organization_id = $2)
   order by since, review.id limit 1000`,
)

export type EndReview = {
  readonly note: string | null
  readonly by: Principal
  /** Notes it elsewhere, in the same transaction. */
  readonly also?: (tx: Tx, of: { readonly orderId: ReservationId; readonly organizationId: number }) => Promise<void>
}

/**
 * Marks a review as done by a person. Returns since when it is done; undefined for one of another organiser and for an
 * unknown one. One that was done before keeps its time.
 */
export function dealWithReview(shop: Shop, id: bigint, { note, by, also }: EndReview): Promise<Instant | undefined> {
  return transaction(shop.db, async tx => {
    const [row] = await tx.query(LOCK, [id])
    if (!row || !may(by, 'manage-orders', { organizationId: row.organization_id, eventId: row.context_id }))
      return undefined
    if (row.ended_at !== null) return row.ended_at
    const now = shop.clock.now()
    await endOne(tx, id, now)
    await noteAudit(tx, {
      at: now,
      type: 'PAYMENT_REVIEWED',
      reservation: { id: row.order_id, contextId: row.context_id },
      ...(by.kind === 'key' && { by: by.description }),
      modifications: { reason: row.reason, ...(note !== null && { note }) },
    })
    await also?.(tx, { orderId: row.order_id, organizationId: row.organization_id })
    return now
  })
}

async function endOne(tx: Tx, id: bigint, now: Instant): Promise<void> {
  await tx.kysely
    .updateTable('payment_review')
    .set({ ended_at: timestamp(now) })
    .where('id', '=', id)
    .execute()
}

const LOCK = statement<{
  reason: ReviewReason
  ended_at: Instant | null
  order_id: ReservationId
  context_id: number
  organization_id: number
}>(
  'payment-review-lock',
  `select review.reason, review.ended_at, order_id, context.id as context_id, organization_id
   from payment_review as review
     join payment_transaction as payment on payment.id = review.transaction_id
     join purchase_context as context on context.id = payment.purchase_context_id
   where review.id = $1 for update of review`,
)
