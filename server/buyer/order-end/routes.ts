import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { type OrderEnd, downloadOrderDocument, getOrderEnd } from '#contract/order-end.ts'
import { reservationId, shortId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ownDocumentFile } from '#server/order/invoice/document-file.ts'
import { type EndedOrder, findEnded, readOrderEnd } from './read-order-end.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { refundHas } from '#domain/payment/refund/refund-states.ts'
import type { PaidRefund } from '#server/payment/pay/online/paid-money.ts'

/** What became of an order that has ended, and its documents, for every client that has its id. */
export function orderEndRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getOrderEnd.path, { schema: routeSchema(getOrderEnd) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const ended = id && (await readOrderEnd(shop, id))
      return ended ? reply.code(200).send(presentOrderEnd(ended)) : reply.code(404).send()
    })

    app.get(downloadOrderDocument.path, { schema: routeSchema(downloadOrderDocument) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const order = id && (await findEnded(shop, id))
      const documentId = request.params.documentId.toLowerCase()
      const file = order && (await ownDocumentFile(shop, { id, offer: order.offer, documentId }))
      if (!file) return reply.code(404).send()
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename="${file.fileName}"`)
        .header('X-Robots-Tag', 'noindex')
        .send(Buffer.from(file.pdf))
    })
  }
}

/** An order that has ended as its page shows it; nothing of its people. */
function presentOrderEnd(ended: EndedOrder): OrderEnd {
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
        at: refund.endedAt ?? refund.requestedAt,
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
