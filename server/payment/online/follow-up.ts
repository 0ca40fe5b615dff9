import { noteAudit } from '#server/audit/audit.ts'
import type { Shop } from '#server/context.ts'
import { type Tx, statement, transaction } from '#server/database/database.ts'
import { timestamp } from '#server/database/types.ts'
import type { Aftermath } from '#server/providers/online.ts'
import { providerOf } from '#server/providers/registry.ts'
import type { Instant } from '#domain/instant.ts'
import { type PaymentOf, paymentFor } from './call-provider.ts'
import type { StoredPayment } from './payments.ts'
import { storeReview } from './store.ts'

/**
 * Finds out what has become of a settled payment since: refunds that were made at the provider, refunds that have failed,
 * disputes, and what the provider keeps. Rejects without a reply.
 */
export async function followUp(shop: Shop, of: PaymentOf): Promise<void> {
  const { payment, offer } = of
  const aftermath = await providerOf(shop.providers, payment.proxy)?.online?.follow?.(paymentFor(shop, of))
  if (!aftermath) return
  const now = shop.clock.now()
  await transaction(shop.db, async tx => {
    await tx.query(LOCK, [payment.id])
    if (aftermath.fee !== null) await tx.query(STORE_FEE, [payment.id, aftermath.fee])
    for (const refund of aftermath.refunds) {
      const known = await tx.query(STORE_REFUND, [
        payment.id,
        refund.reference,
        refund.amount,
        STATUS[refund.state],
        timestamp(now),
        refund.state === 'pending' ? null : timestamp(now),
      ])
      if (known[0]?.is_new) {
        const reservation = { id: payment.orderId, contextId: offer.context.id }
        const modifications = { amount: String(refund.amount), method: payment.proxy, origin: 'PROVIDER' }
        await noteAudit(tx, { at: now, type: 'REFUND', reservation, modifications })
      }
      if (known[0]?.has_failed) await storeReview(tx, payment, 'a refund has failed after it was accepted')
    }
    await storeDisputes(tx, payment, aftermath, now)
  })
}

const STATUS = { pending: 'PENDING', refunded: 'DONE', failed: 'FAILED' } as const

const LOCK = statement('payment-follow-lock', 'select id from payment_transaction where id = $1 for update')

const STORE_FEE = statement('payment-fee', 'update payment_transaction set fee = $2 where id = $1')

/** One of ours that was accepted is known by its reference; what nobody knows was made at the provider. */
const STORE_REFUND = statement<{ is_new: boolean; has_failed: boolean }>(
  'refund-told',
  `with before as (
     select status from payment_refund where transaction_id = $1 and reference = $2
   ), stored as (
     insert into payment_refund (transaction_id, reference, amount, origin, status, wanted_at, ended_at)
     values ($1, $2, $3, 'PROVIDER', $4, $5, $6)
     on conflict (transaction_id, reference) where reference is not null do update
       set status = excluded.status, ended_at = excluded.ended_at, next_look_at = null
       where payment_refund.status <> excluded.status and payment_refund.status <> 'FAILED'
     returning status
   )
   select not exists (select from before) as is_new,
     exists (select from stored where status = 'FAILED') and exists (select from before) as has_failed`,
)

async function storeDisputes(tx: Tx, payment: StoredPayment, { disputes }: Aftermath, now: Instant): Promise<void> {
  for (const { reference, amount, state, dueBy } of disputes) {
    const status = state === 'open' ? 'OPEN' : state === 'won' ? 'WON' : 'LOST'
    await tx.query(STORE_DISPUTE, [payment.id, reference, amount, status, dueBy && timestamp(dueBy), timestamp(now)])
    if (state === 'open') await storeReview(tx, payment, 'the buyer disputes it at the bank')
  }
}

const STORE_DISPUTE = statement(
  'dispute-store',
  `insert into payment_dispute (transaction_id, reference, amount, status, due_by, opened_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (transaction_id, reference) do update
     set amount = excluded.amount, status = excluded.status, due_by = excluded.due_by`,
)
