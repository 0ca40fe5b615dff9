import type { DeskOrder } from '#contract/desk-order-detail.ts'
import { currency as currencyOf } from '#domain/foundation/money/currency.ts'
import { ZERO, printed } from '#domain/foundation/money/money.ts'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { type PaidPayment, moneyLeft } from '#server/payment/pay/online/paid-money.ts'
import { presentRefund } from '#server/payment/refund/present.ts'

/** A payment of an order with its refunds, for members who may see money. */
export function presentDeskPayment(payment: PaidPayment): DeskOrder['payments'][number] {
  const { id, proxy, method, status, currency, received, reference, startedAt, amount, refunds, reviews } = payment
  const code = received && currencyOf(received.currency)
  return {
    id: String(id),
    provider: proxy,
    method,
    status,
    amount: printed(amount, currency),
    currency,
    received:
      received && (code ? `${code} ${printed(received.amount, code)}` : `${received.currency} ${received.amount}`),
    reference,
    startedAt,
    left: printed(paymentHas(payment, 'hasMoney') ? moneyLeft(payment) : ZERO, currency),
    refunds: refunds.map(presentRefund(currency)),
    reviews: reviews.map(review => ({ id: String(review.id), reason: review.reason, since: review.since })),
  }
}

/** All documents of an order, the oldest first, those among them that a newer one has replaced. */
export async function documentsAtDesk(on: Queryable, id: ReservationId): Promise<DeskOrder['documents']> {
  const rows = await on.kysely
    .selectFrom('billing_document')
    .select(['id', 'type', 'number', 'status', 'created_at as at', 'model'])
    .where('reservation_id', '=', id)
    .where('erased_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id: document, type, number, status, at, model }) => {
    // Written by server/order/invoice/store.ts alone.
    const { totals, currency } = model as BillingDocument
    return { id: document, type, number, at, total: totals.due, currency, isReplaced: status === 'NOT_VALID' }
  })
}
