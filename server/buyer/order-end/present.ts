import type { OrderEnd } from '#contract/order-end.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { refundHas } from '#domain/payment/refund/refund-states.ts'
import type { PaidRefund } from '#server/payment/pay/online/paid-money.ts'
import type { EndedOrder } from './read-order-end.ts'

/** An order that has ended as its page shows it; nothing of its people. */
export function presentOrderEnd(ended: EndedOrder): OrderEnd {
  const { order, cause, endedAt, content, payments, paid, byOrganiser, documents } = ended
  const { reservation, offer } = order
  const { context, settings } = offer
  const code = payments.at(-1)?.currency ?? reservation.currency ?? NO_CURRENCY
  return {
    shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    cause,
    endedAt,
    content: content.map(({ name, quantity }) => ({ name: { ...name }, quantity })),
    currency: code === NO_CURRENCY ? null : code,
    total: printed(reservation.price.total, code),
    paid: printed(paid, code),
    returned: payments.flatMap(({ refunds, method, currency }) =>
      refunds.map(refund => ({
        amount: printed(refund.amount, currency),
        state: stateOf(refund),
        method,
        at: refund.endedAt ?? refund.wantedAt,
      })),
    ),
    byOrganizer: byOrganiser === null ? null : printed(byOrganiser, code),
    documents: documents.map(({ id, document: { type, number } }) => ({ id, type, number })),
    organizationName: context.organization.name,
    organizationEmail: context.organization.email,
    timeZone: context.timeZone,
  }
}

const stateOf = (refund: PaidRefund): OrderEnd['returned'][number]['state'] => {
  if (refundHas(refund, 'hasFailed')) return 'FAILED'
  return refundHas(refund, 'isDone') ? 'DONE' : 'UNDER_WAY'
}
