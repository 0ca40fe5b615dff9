import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { generateSubscribersTickets } from '#contract/organiser-subscription.ts'
import { deny, onlyFor } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ownEvent } from '#server/access/api-key/own-event.ts'
import { scheduleTickets } from './generate-tickets.ts'

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
