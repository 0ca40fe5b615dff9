import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getCheckInLog } from '#contract/organiser-orders.ts'
import { deny, onlyFor, ownEvent } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { readCheckInLog } from './read-log.ts'

/** Who was scanned when and by whom, for the organiser: not by a key of the entrance. */
export function logRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const log = { schema: routeSchema(getCheckInLog), onRequest: onlyFor('manage-orders', shop) }
    app.get(getCheckInLog.path, log, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      return event ? reply.code(200).send(await readCheckInLog(shop, event.id)) : deny(reply)
    })
  }
}
