import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { ZERO } from '#domain/foundation/money/money.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OrderEnd } from '#contract/order-end.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type TrailEntry, trailOf } from '#server/foundation/audit/audit.ts'
import { statement } from '#server/foundation/database/database.ts'
import { overdueFrom } from '#server/order/order/overdue-order.ts'
import { paymentsOfOrder } from '#server/payment/pay/online/paid-money.ts'
import { type EndedOrder, paidBy } from './read-order-end.ts'

/** Why an order was deleted that a buyer may ask about. */
const CAUSES: Readonly<Record<string, Pick<OrderEnd, 'cause' | 'endedBy'>>> = {
  CANCEL_RESERVATION_EXPIRED: { cause: 'LAPSED', endedBy: 'SHOP' },
  CANCEL_RESERVATION: { cause: 'DISCARDED', endedBy: 'BUYER' },
  RESERVATION_REPLACED: { cause: 'DISCARDED', endedBy: 'BUYER' },
}

/**
 * What became of an order that was deleted, where something is left to say of it: its transfer was overdue, or money
 * came or may still come by a payment of it. Undefined for all others, and for those whose data were erased: the trail
 * and the payments then lack what this reads.
 */
export async function readDeletedOrder(shop: Shop, id: ReservationId): Promise<EndedOrder | undefined> {
  const trail = await trailOf(shop.db, id)
  const end = trail.findLast(({ type }) => type in CAUSES)
  const [kept] = await shop.db.query(KEPT, [id])
  if (!end || !kept) return undefined
  const offer = await shop.catalog.offerOf(kept.contextId)
  const overdue = overdueFrom(end.modifications)
  if (overdue) return { ...nothingPaid(id, end), offer, ...overdue, cause: 'EXPIRED', endedBy: 'SHOP' }
  const cause = CAUSES[end.type]
  if (!cause || !(kept.hasBuyer || trail.some(isReturnNoted))) return undefined
  const payments = await paymentsOfOrder(shop.db, id)
  const [latest] = payments.slice(-1)
  return {
    ...nothingPaid(id, end),
    ...cause,
    offer,
    total: latest?.amount ?? ZERO,
    currency: latest?.currency ?? NO_CURRENCY,
    payments,
    paid: paidBy(payments),
    isPaymentOpen: kept.isOpen,
  }
}

/** Money came for an order that was deleted; retention erases the details of the line. */
const isReturnNoted = ({ type, modifications }: TrailEntry): boolean =>
  type === 'PAYMENT_RETURNED' && modifications !== null

function nothingPaid(id: ReservationId, end: TrailEntry & { readonly at: Instant }) {
  return {
    id,
    endedAt: end.at,
    content: [],
    payments: [],
    paid: ZERO,
    byOrganiser: null,
    isPaymentOpen: false,
    documents: [],
  }
}

type Kept = { readonly contextId: number; readonly hasBuyer: boolean; readonly isOpen: boolean }

/** The buyer is kept with a payment as long as its money may come or has come, until retention erases them. */
const KEPT = statement<Kept>(
  'deleted-order-kept',
  `select audit.purchase_context_id as "contextId",
     exists (select from payment_transaction where order_id = $1 and reservation_id is null and buyer is not null) as "hasBuyer",
     exists (select from payment_transaction where order_id = $1 and is_live) as "isOpen"
   from audit where reservation_id = $1 and purchase_context_id is not null
     and not exists (select from reservation where id = $1)
   limit 1`,
)
