import type { OrderChanges, OrderEnd } from '#contract/order-end.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { usuallyArrivedBy } from '#domain/payment/refund/arrival.ts'
import { withoutRepeated } from '#domain/payment/refund/refund.ts'
import { refundHas } from '#domain/payment/refund/refund-states.ts'
import type { ownDocuments } from '#server/order/invoice/document-file.ts'
import type { PaidPayment, PaidRefund } from '#server/payment/pay/online/paid-money.ts'
import type { ChangedOrder } from './read-order-changes.ts'
import type { EndedOrder } from './read-order-end.ts'

/** An order that has ended as its page shows it; nothing of its people. */
export function presentOrderEnd(ended: EndedOrder): OrderEnd {
  const { id, offer, cause, endedBy, endedAt, content, payments, paid, byOrganiser, isPaymentOpen, documents } = ended
  const { context, settings } = offer
  const code = ended.currency
  return {
    shortId: shortId({ id }, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    cause,
    endedBy,
    endedAt,
    content: content.map(({ name, quantity }) => ({ name: { ...name }, quantity })),
    currency: code === NO_CURRENCY ? null : code,
    total: printed(ended.total, code),
    paid: printed(paid, code),
    isPaymentOpen,
    returned: returnedOf(payments),
    byOrganizer: byOrganiser === null ? null : printed(byOrganiser.amount, code),
    byOrganizerUntil: byOrganiser?.until ?? null,
    documents: documents.map(presentDocument),
    organizationName: context.organization.name,
    organizationEmail: context.organization.email,
    timeZone: context.timeZone,
  }
}

/** What was taken from an order that goes on. */
export function presentOrderChanges({ offer, cancelledTickets, payments, creditNotes }: ChangedOrder): OrderChanges {
  const { context } = offer
  return {
    cancelledTickets,
    currency: payments.at(-1)?.currency ?? null,
    returned: returnedOf(payments),
    creditNotes: creditNotes.map(presentDocument),
    organizationName: context.organization.name,
    timeZone: context.timeZone,
  }
}

type Stored = Awaited<ReturnType<typeof ownDocuments>>[number]

const presentDocument = ({ id, document: { type, number } }: Stored) => ({ id, type, number })

function returnedOf(payments: readonly PaidPayment[]): OrderEnd['returned'] {
  return payments.flatMap(({ refunds, method, currency }) =>
    withoutRepeated(refunds).map(refund => {
      const at = refund.endedAt ?? refund.requestedAt
      return {
        amount: printed(refund.amount, currency),
        state: stateOf(refund),
        method,
        origin: refund.origin,
        at,
        expectedBy: usuallyArrivedBy(method, at),
      }
    }),
  )
}

function stateOf(refund: PaidRefund): OrderEnd['returned'][number]['state'] {
  if (refundHas(refund, 'hasFailed')) return 'FAILED'
  return refundHas(refund, 'isDone') ? 'DONE' : 'UNDER_WAY'
}
