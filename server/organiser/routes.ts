import type { FastifyPluginAsync } from 'fastify'
import type { Shop } from '#server/context.ts'
import { configurationRoutes } from '#server/configuration/routes.ts'
import { eventRoutes } from '#server/event-editing/routes.ts'
import { systemRoutes } from '#server/organization/routes.ts'

/** The organiser's side: everything under /api/v1/admin, each family behind the role it is for. */
export function organiserRoutes(shop: Shop): FastifyPluginAsync {
  return async app => {
    await app.register(eventRoutes(shop))
    await app.register(configurationRoutes(shop))
    await app.register(systemRoutes(shop))
  }
}
