import type { FastifyPluginAsync } from 'fastify'
import type { Shop } from '#server/context.ts'
import { configurationRoutes } from './configuration-routes.ts'
import { type OfferChanged, eventRoutes } from './event-routes.ts'
import { systemRoutes } from './system-routes.ts'

/** The organiser's side: everything under /api/v1/admin, each family behind the role it is for. */
export function organiserRoutes(shop: Shop, offerChanged: OfferChanged): FastifyPluginAsync {
  return async app => {
    await app.register(eventRoutes(shop, offerChanged))
    await app.register(configurationRoutes(shop, offerChanged))
    await app.register(systemRoutes(shop))
  }
}
