import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getReservationPayments, refundReservation } from '#contract/refund.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { callerOf, deny, onlyFor } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { presentPayments, presentRefunded, presentRefusal } from './present.ts'
import { readPayments } from './read-payments.ts'
import { refundOrder } from './refund-order.ts'

/** The organiser refunds orders and amounts, by API key. */
export function refundRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-orders', shop))

    app.post(refundReservation.path, { schema: routeSchema(refundReservation) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const outcome = id && (await refundOrder(shop, id, { form: request.body, by: callerOf(request) }))
      if (!outcome || outcome.kind === 'foreign') return deny(reply)
      if (outcome.kind === 'refused') return reply.code(422).send(presentRefusal(outcome))
      return reply.code(200).send(presentRefunded(outcome.refund))
    })

    app.get(getReservationPayments.path, { schema: routeSchema(getReservationPayments) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const read = id && (await readPayments(shop, id, callerOf(request)))
      return read ? reply.code(200).send(presentPayments(read)) : deny(reply)
    })
  }
}
