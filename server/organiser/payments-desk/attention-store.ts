import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { type Instant, after, days, minutes } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { AttentionReason } from '#contract/desk-money.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { isInReach, reachValues } from '#server/foundation/database/reach-sql.ts'
import { reservationHas, sqlPaymentHas, sqlRefundHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { MoneyScope } from './movement-store.ts'

/** A provider that has not answered for so long is not about to. */
const UNANSWERED_MS = minutes(10)
/** Most providers refund within minutes; some work on a refund for a day. */
const WAITING_MS = days(1)

export type AttentionRow = {
  readonly reason: Exclude<AttentionReason, 'ARRIVED_FOR_ENDED' | 'ARRIVED_TWICE'>
  readonly id: string
  readonly since: Instant
  readonly dueBy: Instant | null
  readonly detail: string | null
  readonly amount: bigint
  readonly currency: string | null
  readonly method: PaymentProxy | null
  readonly paymentId: bigint | null
  readonly reference: string | null
  readonly orderId: ReservationId
  /** May the order still be confirmed as paid elsewhere? */
  readonly isPayable: boolean
  readonly person: string | null
  readonly contextId: number
  readonly kind: 'EVENT' | 'PASS'
  readonly slug: string
  readonly title: LocalizedTexts
  /** Of its reason. */
  readonly count: number
}

type AttentionScope = Omit<MoneyScope, 'period'> & {
  readonly now: Instant
  /** So many of each reason, the longest waiting ones. */
  readonly limit: number
}

/** What needs a person in the tables of payments and orders, the longest waiting first: one statement. */
export function findAttention(
  db: Queryable,
  { reach, organizationId, eventId, now, limit }: AttentionScope,
): Promise<AttentionRow[]> {
  const before = [timestamp(after(now, -UNANSWERED_MS)), timestamp(after(now, -WAITING_MS))]
  return db.query(ATTENTION, [...reachValues(reach), organizationId, eventId, timestamp(now), ...before, limit])
}

const REVIEWS = `select review.reason, review.id::text as id, review.since, dispute.due_by, review.detail,
    coalesce(refund.amount, dispute.amount, payment.amount) as amount, payment.currency, proxy as method,
    payment.id as payment_id, coalesce(refund.reference, dispute.reference, payment.reference) as reference, order_id,
    payment.reservation_id, payment.purchase_context_id
  from payment_review as review join payment_transaction as payment on payment.id = review.transaction_id
    left join payment_refund as refund on review.reason = 'REFUND_FAILED' and refund.id::text = about
    left join payment_dispute as dispute on review.reason like 'DISPUTE%' and dispute.id::text = about
  where review.ended_at is null`

/** Those that are reviewed already are not named twice. */
const UNKNOWN = `select 'RESULT_UNKNOWN', payment.id::text, attempt.since, null::timestamptz, null, payment.amount, payment.currency, proxy,
    payment.id, payment.reference, order_id, payment.reservation_id, payment.purchase_context_id
  from payment_transaction as payment cross join lateral (
      select min(begun_at) as since from payment_attempt
      where transaction_id = payment.id and sends > 0 and (answered_at is null or outcome = 'UNKNOWN')) as attempt
  where is_live and ${sqlPaymentHas('isOpen', 'payment.status')} and attempt.since <= $7
    and not exists (select from payment_review as review where review.transaction_id = payment.id and review.ended_at is null)`

const REFUNDS = `select 'REFUND_WAITING', refund.id::text, wanted_at, null::timestamptz, null, refund.amount, payment.currency, proxy,
    payment.id, refund.reference, order_id, payment.reservation_id, payment.purchase_context_id
  from payment_refund as refund join payment_transaction as payment on payment.id = refund.transaction_id
  where ${sqlRefundHas('isOpen', 'refund.status')} and wanted_at <= $8`

const TRANSFERS = `select 'TRANSFER_OVERDUE', reservation.id::text, validity, null::timestamptz, null, final_price, reservation.currency,
    null, null::bigint, null, reservation.id, reservation.id, purchase_context_id
  from reservation where ${reservationHas('hasTransferDeadline')} and erased_at is null and validity <= $6`

/** Places are given by what is read anyway; all else is read of the rows that have one, each by its id. */
const ATTENTION = statement<AttentionRow>(
  'money-attention',
  `with found as (
     ${[REVIEWS, UNKNOWN, REFUNDS, TRANSFERS].join(' union all ')}
   ), placed as (
     select found.*, count(*) over (partition by reason)::int as count,
       row_number() over (partition by reason order by since, found.id collate "C") as place
     from found join purchase_context as context on context.id = found.purchase_context_id
     where ${isInReach(1, { organization: 'context.organization_id', context: 'context.id' })}
       and ($4::integer is null or context.organization_id = $4) and ($5::integer is null or context.id = $5)
   )
   select placed.reason, placed.id, since, due_by as "dueBy", detail, amount, placed.currency, method,
     payment_id as "paymentId", reference, order_id as "orderId", coalesce(buyer.is_payable, false) as "isPayable",
     buyer.person, context.id as "contextId", context.kind, title,
     coalesce((select short_name from event where event.id = context.id),
       (select public_id::text from pass where pass.id = context.id)) as slug, count
   from placed join purchase_context as context on context.id = placed.purchase_context_id
     left join lateral (
       select ${reservationHas('isPayableElsewhere')} as is_payable, nullif(concat_ws(' ', first_name, last_name), '') as person
       from reservation where reservation.id = placed.reservation_id limit 1) as buyer on true
   where place <= $9 order by since, reason, placed.id`,
)

/** Whose a payment is, and of which order; undefined for none. */
export async function ownerOfPayment(db: Queryable, id: bigint): Promise<PaymentOwner | undefined> {
  const [owner] = await db.query(OWNER, [id])
  return owner
}

export type PaymentOwner = {
  readonly organizationId: number
  readonly eventId: number
  readonly orderId: ReservationId
  readonly method: PaymentProxy
  readonly reference: string | null
}

const OWNER = statement<PaymentOwner>(
  'money-owner-of-payment',
  `select organization_id as "organizationId", context.id as "eventId", order_id as "orderId", proxy as method, reference
   from payment_transaction as payment join purchase_context as context on context.id = purchase_context_id
   where payment.id = $1`,
)

/** Organisations in reach with entries of bank statements that are not settled; at most 50. */
export async function organizationsWithEntries(
  db: Queryable,
  { reach, organizationId }: Pick<MoneyScope, 'reach' | 'organizationId'>,
): Promise<number[]> {
  const rows = await db.query(WITH_ENTRIES, [...reachValues(reach), organizationId])
  return rows.map(({ id }) => id)
}

const WITH_ENTRIES = statement<{ id: number }>(
  'money-organizations-with-entries',
  `select organization.id from organization
   where ($1::boolean or organization.id = any ($2::integer[]) or cardinality($3::integer[]) < 0)
     and ($4::integer is null or organization.id = $4)
     and exists (select from bank_entry where organization_id = organization.id and bank_entry.status = 'OPEN')
   order by organization.id limit 50`,
)
