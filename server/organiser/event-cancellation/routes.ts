import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { cancelDeskEvent, planCancellation as planCall } from '#contract/desk-cancellation.ts'
import { may } from '#domain/access/principal/principal.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { refuseEvent } from '#server/organiser/event-desk/answer.ts'
import { editableEvent } from '#server/organiser/event-desk/find-event.ts'
import { cancelEvent } from './cancel-event.ts'
import { planCancellation } from './plan-cancellation.ts'

/** Cancelling events in the organiser's API: for those who may edit the event and refund its orders. */
export function cancellationDeskRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(planCall.path, { schema: routeSchema(planCall) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event || !mayRefund(request, event)) return reply.code(404).send(undefined)
      return planCancellation(shop, event.id, choosePageLanguage(request))
    })

    app.post(cancelDeskEvent.path, { schema: routeSchema(cancelDeskEvent) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event || !mayRefund(request, event)) return reply.code(404).send(undefined)
      const by = await actorOf(db, deskPrincipal(request))
      const cancelled = await cancelEvent(shop, event, { text: request.body.text.trim(), by })
      return cancelled.ok ? cancelled.value : refuseEvent(request, reply, shop, cancelled.problems)
    })
  }
}

const mayRefund = (request: FastifyRequest, { id, organizationId }: EventOwner): boolean =>
  may(deskPrincipal(request), 'manage-orders', { organizationId, eventId: id })
