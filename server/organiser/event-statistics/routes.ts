import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getEventStats, listOwnEvents } from '#contract/organiser.ts'
import { callerOf, deny, onlyFor, ownEvent } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { eventStats, listEvents } from './event-stats.ts'

/** The events of the organisation whose key the request carries, with what has become of their seats. */
export function eventStatisticsRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-events', shop))

    app.get(listOwnEvents.path, { schema: routeSchema(listOwnEvents) }, request =>
      listEvents(shop, callerOf(request).organizationId),
    )

    app.get(getEventStats.path, { schema: routeSchema(getEventStats) }, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      const stats = event && (await eventStats(shop, event.id))
      return stats ?? deny(reply)
    })
  }
}
