import type { FastifyPluginAsync } from 'fastify'
import { deny } from '#server/api-key/guard.ts'
import type { Shop } from '#server/context.ts'
import { attendeeRoutes } from './attendee-routes.ts'
import { deskRoutes } from './desk-routes.ts'
import { deviceRoutes } from './device-routes.ts'
import { listRoutes } from './list-routes.ts'
import { scanRoutes } from './scan-routes.ts'

/** The door: everything that scanning apps and lead scanners ask, each family behind the roles it is for. */
export function checkInRoutes(shop: Shop): FastifyPluginAsync {
  return async app => {
    await app.register(scanRoutes(shop))
    await app.register(deskRoutes(shop))
    await app.register(listRoutes(shop))
    await app.register(deviceRoutes(shop))
    await app.register(attendeeRoutes(shop))
    // What else scanning apps may know from elsewhere is denied to every key (organiser contract).
    app.all('/admin/api/*', { schema: { hide: true } }, async (_request, reply) => deny(reply))
  }
}
