import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { creditReservation } from '#contract/invoice.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { callerOf, deny, onlyFor } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { creditOrder } from './credit-order.ts'

/** The organiser takes orders back, by API key. */
export function cancellationRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-orders', shop))

    app.put(creditReservation.path, { schema: routeSchema(creditReservation) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const credit = id && (await creditOrder(shop, id, callerOf(request)))
      if (!credit || credit.kind === 'foreign') return deny(reply)
      if (credit.kind === 'refused') return reply.code(400).type(JSON_TYPE).send(JSON.stringify(NOTHING_TO_CREDIT))
      return reply.code(200).send({ creditNoteNumber: credit.number })
    })
  }
}

const NOTHING_TO_CREDIT = 'bad request: no invoice to credit, or somebody has been let in'
