import type { Instant } from '#domain/foundation/instant.ts'
import type { DisputeStatus } from '#domain/payment/refund/refund.ts'
import { type ReportedRefundStatus, refundHas } from '#domain/payment/refund/refund-states.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, statement, transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { lockReservationOfBooks } from '#server/order/order/reservations.ts'
import type { Aftermath } from '#server/providers/port/online.ts'
import { type PaymentOf, followAtProvider } from './ask-provider.ts'
import { lockPayment } from './payments.ts'
import { mailReview } from './mail-money.ts'
import { recordReport } from './move-refund.ts'
import { raiseReview } from './reviews.ts'
import { documentRefunds } from './record-refund.ts'
import { endReview } from './reviews.ts'

/**
 * Finds out what has become of a settled payment since: refunds that were made at the provider, refunds that have failed,
 * disputes, and what the provider keeps. False without a reply.
 */
export async function recordAftermath(shop: Shop, of: PaymentOf): Promise<boolean> {
  const aftermath = await followAtProvider(shop, of)
  if (aftermath === null) return true
  if ('kind' in aftermath) return false
  await transaction(shop.db, async tx => {
    await lockReservationOfBooks(tx, of.payment.orderId)
    const payment = await lockPayment(tx, of.payment.id)
    if (!payment) return
    const facts = { shop, of: { ...of, payment }, now: shop.clock.now() }
    if (aftermath.fee !== null) await tx.query(STORE_FEE, [payment.id, aftermath.fee])
    for (const refund of aftermath.refunds) await storeReportedRefund(tx, facts, refund)
    for (const dispute of aftermath.disputes) await storeDispute(tx, facts, dispute)
    await documentRefunds(tx, facts)
  })
  await shop.jobs.wake('deliver-mail')
  return true
}

type Facts = { readonly shop: Shop; readonly of: PaymentOf; readonly now: Instant }

const STORE_FEE = statement('payment-fee', 'update payment_transaction set fee = $2 where id = $1')

const REFUND_STATUS = { pending: 'PENDING', refunded: 'DONE', failed: 'FAILED' } as const satisfies Record<
  Aftermath['refunds'][number]['state'],
  ReportedRefundStatus
>

async function storeReportedRefund(tx: Tx, facts: Facts, refund: Aftermath['refunds'][number]): Promise<void> {
  const { shop, now, of } = facts
  const status = REFUND_STATUS[refund.state]
  const stored = await recordReport(tx, of.payment, { ...refund, status }, now)
  if (!stored) return
  const { id, was } = stored
  const note = (type: 'REFUND' | 'REFUND_ATTEMPT_FAILED', origin?: 'PROVIDER') =>
    noteAudit(tx, {
      at: now,
      type,
      reservation: { id: of.payment.orderId, contextId: of.offer.context.id },
      modifications: { amount: String(refund.amount), method: of.payment.proxy, ...(origin && { origin }) },
    })
  const [isDone, hasFailed] = [refundHas({ status }, 'isDone'), refundHas({ status }, 'hasFailed')]
  if (was === null && !hasFailed && !stored.may_be_ours) await note('REFUND', 'PROVIDER')
  if (was !== null && refundHas({ status: was }, 'isAccepted') && isDone && stored.is_ours) await note('REFUND')
  if (was !== null && hasFailed) {
    const { amount } = refund
    await raiseReview(tx, shop, of, { reason: 'REFUND_FAILED', about: id, detail: null, amount, now })
    await note('REFUND_ATTEMPT_FAILED')
  }
}

const DISPUTE_STATUS = { open: 'OPEN', won: 'WON', lost: 'LOST' } as const satisfies Record<
  Aftermath['disputes'][number]['state'],
  DisputeStatus
>

async function storeDispute(tx: Tx, facts: Facts, dispute: Aftermath['disputes'][number]): Promise<void> {
  const { shop, of, now } = facts
  const { reference, amount, state, dueBy } = dispute
  const [stored] = await tx.query(STORE_DISPUTE, [
    of.payment.id,
    reference,
    amount,
    DISPUTE_STATUS[state],
    dueBy && timestamp(dueBy),
    timestamp(now),
  ])
  if (!stored) return
  const about = stored.id
  const review = { about, detail: null, amount, now }
  switch (state) {
    case 'open':
      return raiseReview(tx, shop, of, { ...review, reason: 'DISPUTE_OPEN', dueBy })
    case 'lost':
      await endReview(tx, of.payment, { reason: 'DISPUTE_OPEN', about, now })
      return raiseReview(tx, shop, of, { ...review, reason: 'DISPUTE_LOST' })
    case 'won':
      await endReview(tx, of.payment, { reason: 'DISPUTE_OPEN', about, now })
      await endReview(tx, of.payment, { reason: 'DISPUTE_LOST', about, now })
      // A dispute that was won before the organiser got a mail about it needs none.
      if (stored.was !== null && stored.was !== 'WON')
        await mailReview(tx, shop, of, { topic: 'DISPUTE_WON', ...review })
      return
    default:
      return state satisfies never
  }
}

const STORE_DISPUTE = statement<{ id: bigint; was: DisputeStatus | null }>(
  'dispute-store',
  `with before as (select status from payment_dispute where transaction_id = $1 and reference = $2)
   insert into payment_dispute as known (transaction_id, reference, amount, status, due_by, opened_at, ended_at)
   values ($1, $2, $3, $4, $5, $6, case when $4 <> 'OPEN' then $6::timestamptz end)
   on conflict (transaction_id, reference) do update
     set amount = excluded.amount, status = excluded.status, due_by = excluded.due_by,
       ended_at = case when known.status = excluded.status then known.ended_at else excluded.ended_at end
   returning id, (select status from before) as was`,
)
