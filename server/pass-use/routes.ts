import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { RESERVATION_CODE_FORM, applyCode as applyCall, removeCode as removeCall } from '#contract/pass-use.ts'
import { reservationId } from '#domain/reservation/reservation.ts'
import type { Shop } from '#server/context.ts'
import { refusal, validated } from '#server/http/answer.ts'
import { limited } from '#server/http/rate-limit.ts'
import { applyPass, removePass } from './apply-pass.ts'

/** Bought passes that pay for tickets of an open order. */
export function passUseRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.post(applyCall.path, { schema: routeSchema(applyCall), ...limited('pass') }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const { code, email = null } = request.body
      const outcome = id && (await applyPass(shop, id, { code, email }))
      // So is an order that is not there: nothing is applied to it.
      if (!outcome) return reply.code(200).send(validated(false))
      if (outcome.ok) return reply.code(200).send(validated(outcome.value))
      // A refusal is answered 200 (booking contract 6).
      return reply.code(200).send(refusal(outcome.problems, { form: RESERVATION_CODE_FORM, value: false }))
    })

    app.delete(removeCall.path, { schema: routeSchema(removeCall) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      return reply.code(200).send(id !== undefined && (await removePass(shop, id)))
    })
  }
}
