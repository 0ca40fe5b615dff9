import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { refundHas } from '#domain/payment/refund/refund-states.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { lockReservationOfBooks } from '#server/order/order/reservations.ts'
import type { RefundOutcome } from '#server/providers/port/online.ts'
import { documentRefund } from '#server/order/invoice/take-invoice-back.ts'
import type { PaymentOf } from './ask-provider.ts'
import { mailRefunded } from './mail-money.ts'
import { lockPayment } from './payments.ts'
import { type StoredRefund, lockRefund, storeRefundAccepted, storeRefundEnded, sumRefunded } from './refunds.ts'
import { deleteReported } from './move-refund.ts'
import { raiseReview } from './reviews.ts'

type ReportedOutcome = Exclude<RefundOutcome, { kind: 'unknown' }>

/**
 * Records what a provider reports about a refund; what an earlier message reported counts, too. Returns whether the
 * refund has ended.
 */
export async function recordRefund(
  shop: Shop,
  of: PaymentOf,
  refund: StoredRefund,
  outcome: RefundOutcome,
): Promise<boolean> {
  if (outcome.kind === 'unknown') return false
  const ended = await transaction(shop.db, async tx => {
    await lockReservationOfBooks(tx, of.payment.orderId)
    const payment = await lockPayment(tx, refund.paymentId)
    const locked = payment && (await lockRefund(tx, refund))
    if (!locked) return false
    const facts = { shop, of: { ...of, payment }, refund: locked, now: shop.clock.now() }
    const hasEnded = await record(tx, facts, await merged(tx, locked, outcome))
    await documentRefunds(tx, facts)
    return hasEnded
  })
  await shop.jobs.wake('deliver-mail')
  return ended
}

/** The receipt says what has gone back of the payment that has paid the order. */
export async function documentRefunds(
  tx: Tx,
  { shop, of: { payment, offer } }: Pick<Facts, 'shop' | 'of'>,
): Promise<void> {
  if (!paymentHas(payment, 'hasPaid')) return
  const reservation = { id: payment.orderId, contextId: offer.context.id }
  const refunded = await sumRefunded(tx, payment.id)
  await documentRefund(tx, shop, { reservation, refunded, currency: payment.currency })
}

/**
 * A message may have reported its end already; the answer to a request that was repeated is as old as the first one.
 */
async function merged(tx: Tx, refund: StoredRefund, outcome: ReportedOutcome): Promise<ReportedOutcome> {
  const { kind, reference } = outcome
  if (reference === undefined) return outcome
  const status = await deleteReported(tx, refund, reference)
  if (status === undefined) return outcome
  if (refundHas({ status }, 'hasFailed') && kind !== 'refused') {
    return { kind: 'refused', reference, reason: FAILED_THERE }
  }
  return refundHas({ status }, 'isDone') && kind === 'pending' ? { kind: 'refunded', reference } : outcome
}

const FAILED_THERE = 'It has failed at the provider after it was accepted.'

type Facts = {
  readonly shop: Shop
  readonly of: PaymentOf
  readonly refund: StoredRefund
  readonly now: Instant
}

async function record(tx: Tx, facts: Facts, outcome: ReportedOutcome): Promise<boolean> {
  const { shop, of, refund, now } = facts
  const isNews = !refundHas(refund, 'isAccepted') && outcome.kind !== 'refused'
  if (isNews) await mailRefunded(tx, shop, of, refund)
  switch (outcome.kind) {
    case 'pending':
      await storeRefundAccepted(tx, refund, { ...outcome, now })
      return false
    case 'refunded':
      await storeRefundEnded(tx, refund, { reference: outcome.reference, failure: null, now })
      await note(tx, facts, 'REFUND')
      return true
    case 'refused':
      await storeRefundEnded(tx, refund, { reference: outcome.reference ?? null, failure: outcome.reason, now })
      await raiseReview(tx, shop, of, {
        reason: 'REFUND_FAILED',
        about: refund.id,
        detail: outcome.reason,
        amount: refund.amount,
        now,
      })
      await note(tx, facts, 'REFUND_ATTEMPT_FAILED')
      return true
    default:
      return outcome satisfies never
  }
}

async function note(tx: Tx, { of, refund, now }: Facts, type: 'REFUND' | 'REFUND_ATTEMPT_FAILED'): Promise<void> {
  const reservation = { id: of.payment.orderId, contextId: of.offer.context.id }
  const modifications = { amount: String(refund.amount), method: of.payment.proxy }
  await noteAudit(tx, { at: now, type, reservation, modifications })
}
