import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { confirmPaidReservation } from '#contract/organiser.ts'
import { reservationId } from '#domain/reservation/reservation.ts'
import type { Shop } from '#server/context.ts'
import { JSON_TYPE } from '#server/http/answer.ts'
import { deny, onlyFor, organizationOf } from '#server/organiser/guard.ts'
import { confirmByOrganiser } from './confirm-by-organiser.ts'

/** The organiser tells that a payment has arrived. */
export function organiserPaymentRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('API_CLIENT', shop))

    app.put(confirmPaidReservation.path, { schema: routeSchema(confirmPaidReservation) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const outcome = id && (await confirmByOrganiser(shop, id, { organizationId: organizationOf(request) }))
      if (!outcome || outcome.kind === 'foreign') return deny(reply)
      if (outcome.kind === 'refused') return reply.code(400).type(JSON_TYPE).send(JSON.stringify(NOT_WAITING))
      const holders = outcome.tickets.map(({ uuid, firstName, lastName, email }) => ({
        id: uuid,
        firstName,
        lastName,
        email,
      }))
      return reply.code(200).send({ holders })
    })
  }
}

const NOT_WAITING = 'bad request: this reservation is not waiting for a bank transfer'
