import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Currency, NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import { type PaymentStatus, paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { type DisputeStatus, leftOf } from '#domain/payment/refund/refund.ts'
import type { RefundStatus } from '#domain/payment/refund/refund-states.ts'
import type { ReviewReason } from '#domain/payment/pay/review.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'

/** A payment of an order, with what has gone out of it since. */
export type PaidPayment = {
  readonly id: bigint
  readonly contextId: PurchaseContextId
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod | null
  readonly status: PaymentStatus
  /** What it was begun with. */
  readonly amount: Minor
  readonly currency: Currency
  /** What has come; null while nothing has. */
  readonly received: { readonly amount: Minor; readonly currency: string } | null
  readonly fee: Minor | null
  readonly reference: string | null
  readonly gatewayTransactionId: string | null
  readonly startedAt: Instant
  readonly refunds: readonly PaidRefund[]
  readonly disputes: readonly PaidDispute[]
  readonly reviews: readonly OpenReview[]
}

export type PaidRefund = {
  readonly id: bigint
  readonly amount: Minor
  readonly status: RefundStatus
  readonly origin: 'ORGANISER' | 'SHOP' | 'PROVIDER'
  readonly reference: string | null
  readonly failure: string | null
  readonly requestedAt: Instant
  readonly endedAt: Instant | null
}

export type PaidDispute = {
  readonly id: bigint
  readonly reference: string
  readonly amount: Minor
  readonly status: DisputeStatus
  readonly dueBy: Instant | null
  readonly openedAt: Instant
}

export type OpenReview = {
  readonly id: bigint
  readonly reason: ReviewReason
  readonly detail: string | null
  readonly since: Instant
}

/** All payments of an order, gone or not, the oldest first. */
export async function paymentsOfOrder(on: Queryable, id: ReservationId): Promise<PaidPayment[]> {
  return complete(on, await on.query(PAYMENTS, [id]))
}

/**
 * The same, and locks them, so that no other process takes or refunds money by them. The caller holds the order, if
 * there still is one.
 */
export async function lockPaymentsOfOrder(tx: Tx, id: ReservationId): Promise<PaidPayment[]> {
  return complete(tx, await tx.query(LOCK_PAYMENTS, [id]))
}

/** Which payments count: the one that has paid the order, or those whose money the order could not take. */
export function paidOnline(
  { providers }: Pick<Shop, 'providers'>,
  payments: readonly PaidPayment[],
  trait: 'hasPaid' | 'isReturned',
): PaidPayment[] {
  const online = new Set(providers.filter(provider => provider.online).map(({ proxy }) => proxy))
  return payments.filter(payment => paymentHas(payment, trait) && online.has(payment.proxy))
}

/** What may still be refunded of it. */
export const moneyLeft = ({ received, amount, refunds, disputes }: PaidPayment): Minor =>
  leftOf({ received: received?.amount ?? amount, refunds, disputes })

type PaymentRow = {
  readonly id: bigint
  readonly purchase_context_id: number
  readonly proxy: string
  readonly method: string | null
  readonly status: string
  readonly amount: bigint
  readonly currency: string
  readonly received_amount: bigint | null
  readonly received_currency: string | null
  readonly fee: bigint | null
  readonly reference: string | null
  readonly gateway_transaction_id: string | null
  readonly created_at: Instant
}

const SELECT = `select id, purchase_context_id, proxy, method, status, amount, currency, received_amount, received_currency, fee,
   reference, gateway_transaction_id, created_at
   from payment_transaction where order_id = $1 order by id`

const PAYMENTS = statement<PaymentRow>('payments-of-order', SELECT)
const LOCK_PAYMENTS = statement<PaymentRow>('payments-of-order-lock', `${SELECT} for update`)

async function complete(on: Queryable, rows: readonly PaymentRow[]): Promise<PaidPayment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const refunds = Map.groupBy(await on.query(REFUNDS, [ids]), row => row.transaction_id)
  const disputes = Map.groupBy(await on.query(DISPUTES, [ids]), row => row.transaction_id)
  const reviews = Map.groupBy(await on.query(REVIEWS, [ids]), row => row.transaction_id)
  return rows.map(row => ({
    ...paymentFrom(row),
    refunds: (refunds.get(row.id) ?? []).map(refundFrom),
    disputes: (disputes.get(row.id) ?? []).map(disputeFrom),
    reviews: (reviews.get(row.id) ?? []).map(({ id, reason, detail, since }) => ({ id, reason, detail, since })),
  }))
}

function paymentFrom(row: PaymentRow): Omit<PaidPayment, 'refunds' | 'disputes' | 'reviews'> {
  const { received_amount: amount, received_currency: code } = row
  return {
    id: row.id,
    contextId: row.purchase_context_id as PurchaseContextId,
    proxy: row.proxy as PaymentProxy,
    method: row.method as PaymentMethod | null,
    status: row.status as PaymentStatus,
    amount: minor(row.amount),
    currency: currency(row.currency) ?? NO_CURRENCY,
    received: amount === null || code === null ? null : { amount: minor(amount), currency: code },
    fee: row.fee === null ? null : minor(row.fee),
    reference: row.reference,
    gatewayTransactionId: row.gateway_transaction_id,
    startedAt: row.created_at,
  }
}

type OfPayment = { readonly id: bigint; readonly transaction_id: bigint }

type RefundRow = OfPayment & {
  readonly amount: bigint
  readonly status: RefundStatus
  readonly origin: PaidRefund['origin']
  readonly reference: string | null
  readonly failure: string | null
  readonly wanted_at: Instant
  readonly ended_at: Instant | null
}

const REFUNDS = statement<RefundRow>(
  'refunds-of-payments',
  `select id, transaction_id, amount, status, origin, reference, failure, wanted_at, ended_at
   from payment_refund where transaction_id = any($1::bigint[]) order by id`,
)

const refundFrom = ({ id, amount, status, origin, reference, failure, ...at }: RefundRow): PaidRefund => ({
  id,
  amount: minor(amount),
  status,
  origin,
  reference,
  failure,
  requestedAt: at.wanted_at,
  endedAt: at.ended_at,
})

type DisputeRow = OfPayment & {
  readonly reference: string
  readonly amount: bigint
  readonly status: DisputeStatus
  readonly due_by: Instant | null
  readonly opened_at: Instant
}

const DISPUTES = statement<DisputeRow>(
  'disputes-of-payments',
  `select id, transaction_id, reference, amount, status, due_by, opened_at
   from payment_dispute where transaction_id = any($1::bigint[]) order by id`,
)

const disputeFrom = ({ id, reference, amount, status, due_by, opened_at }: DisputeRow): PaidDispute => ({
  id,
  reference,
  amount: minor(amount),
  status,
  dueBy: due_by,
  openedAt: opened_at,
})

type ReviewRow = OfPayment & { readonly reason: ReviewReason; readonly detail: string | null; readonly since: Instant }

const REVIEWS = statement<ReviewRow>(
  'open-reviews-of-payments',
  `select id, transaction_id, reason, detail, since
   from payment_review where transaction_id = any($1::bigint[]) and ended_at is null order by id`,
)
