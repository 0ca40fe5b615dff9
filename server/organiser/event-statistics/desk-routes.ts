import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { readEventFigures } from '#contract/desk-figures.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { readFigures } from './event-figures.ts'

/** The figures of an event: for those who manage events, and with money for those who manage orders. */
export function eventFiguresRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk(['manage-events', 'manage-orders'], { db, clock, baseUrl: config.baseUrl }))

    app.get(readEventFigures.path, { schema: routeSchema(readEventFigures) }, async (request, reply) => {
      const { eventId } = request.params
      const { compareWith } = request.query
      const asked = { eventId, compareWith, by: deskPrincipal(request), language: choosePageLanguage(request) }
      return (await readFigures(shop, asked)) ?? reply.code(404).send(undefined)
    })
  }
}
