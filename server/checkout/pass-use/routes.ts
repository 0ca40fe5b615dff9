import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { RESERVATION_CODE_FORM, applyCode as applyCall, removeCode as removeCall } from '#contract/pass-use.ts'
import { readPassCode } from '#domain/order/pass/use-pass.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { refusal, validated } from '#server/foundation/http/answer.ts'
import { countAbout, limited } from '#server/foundation/http/rate-limit.ts'
import { applyPass, removePass } from './apply-pass.ts'
import { generateSubscribersTickets } from '#contract/organiser-subscription.ts'
import { deny, onlyFor, ownEvent } from '#server/access/api-key/guard.ts'
import { scheduleTickets } from './generate-tickets.ts'

/** Bought passes that pay for tickets of an open order. */
export function passUseRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const apply = { schema: routeSchema(applyCall), ...limited('pass') }
    app.post(applyCall.path, apply, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const { code: text, email = null } = request.body
      if (id) await countAbout(app, request, { what: 'passOrder', key: id })
      const code = readPassCode(text)
      if (code) await countAbout(app, request, { what: 'passCode', key: code.kind === 'id' ? code.id : code.digits })
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

/** What organisers have done with passes that others have bought. */
export function passUseOrganiserRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-events', shop))

    const generate = { schema: routeSchema(generateSubscribersTickets) }
    app.post(generateSubscribersTickets.path, generate, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      return event ? reply.code(200).send(await scheduleTickets(shop, event.id)) : deny(reply)
    })
  }
}
