import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { SUBSCRIPTION_FORM, reserveSubscription } from '#contract/subscription.ts'
import type { Shop } from '#server/catalog/context.ts'
import { refusal, validated } from '#server/foundation/http/answer.ts'
import { preferredLanguages } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { keepForBuyer } from './for-buyer.ts'
import { shareVisit, visitOf } from '#server/foundation/http/visitor.ts'
import { reservePass } from './reserve/reserve-pass.ts'

/** Reserving a pass; from there on its order goes the way of every other. */
export function passReservationRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const reserving = { schema: routeSchema(reserveSubscription), ...limited('reserve') }
    app.post(reserveSubscription.path, reserving, async (request, reply) => {
      const outcome = await reservePass(shop, {
        publicId: request.params.id,
        languages: preferredLanguages(request),
        visit: visitOf(request),
      })
      if (!outcome) return reply.code(404).send()
      if (!outcome.ok) {
        return reply.code(422).send(refusal<string | null>(outcome.problems, { form: SUBSCRIPTION_FORM, value: null }))
      }
      shareVisit(request, reply, outcome.value.validity)
      await keepForBuyer(shop, request, outcome.value.id)
      return reply.code(200).send(validated<string | null>(outcome.value.id))
    })
  }
}
