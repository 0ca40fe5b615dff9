import type { Instant } from '#domain/foundation/instant.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { type LockedOrder, onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import type { StoredAttempt } from './attempts.ts'
import type { PaymentOf } from './ask-provider.ts'
import { type StoredPayment, lockPayment } from './payments.ts'

/**
 * What has become of the order: `confirmed` and to be finished; `open` as before; `refused` or `cancelled`, and the buyer may
 * pay again; `to-review`, because another sum has arrived than was due; `given-back`, because the order could not take the
 * money; `over`, recorded before.
 */
export type Recorded = 'confirmed' | 'open' | 'refused' | 'cancelled' | 'to-review' | 'given-back' | 'over'

/** What is recorded, what the provider is to be asked next because of it, and what the buyer reads by the code of a text. */
export type Step = {
  readonly recorded: Recorded
  readonly next: StoredAttempt | null
  readonly why?: string
  /** The order is gone by it: the events and passes that have more to sell now. */
  readonly freed?: readonly number[]
}

export const step = (recorded: Recorded, next: StoredAttempt | null = null): Step => ({ recorded, next })

/** The order is null when it is gone or no longer known as it was. */
export type PaymentFacts = {
  readonly shop: Shop
  readonly order: LockedOrder | null
  readonly payment: StoredPayment
  /** What the payment was begun for, whether its order still exists or not. */
  readonly offer: OfferedContext
  /** The buyer gets it as an answer, and needs no mail. */
  readonly isBuyerThere?: boolean
  /** The buyer has pressed Pay to go on with this payment. */
  readonly isGoingOn?: boolean
  readonly now: Instant
}

/** Locks the order, then the payment, and does `work` on the payment. */
export async function onLockedPayment(
  shop: Shop,
  { payment: { id, orderId }, offer }: PaymentOf,
  work: (tx: Tx, facts: PaymentFacts) => Promise<Step>,
): Promise<Step> {
  const withOrder = async (tx: Tx, order: LockedOrder | null) => {
    const payment = await lockPayment(tx, id)
    if (!payment || (order === null && !payment.isDetached)) return undefined
    return work(tx, { shop, order, payment, offer, now: shop.clock.now() })
  }
  const done =
    (await onLockedOrder(shop, orderId, withOrder)) ?? (await transaction(shop.db, tx => withOrder(tx, null)))
  return done ?? step('over')
}
