import type { FastifyPluginAsync } from 'fastify'
import { type Verb, isFor } from '#domain/access/principal/principal.ts'
import { deny, principalOf } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type RouteAddress, answerWrongMethod, routeAddress, pathOf } from '#server/foundation/http/answer.ts'
import { attendeeRoutes } from './attendee-routes.ts'
import { deskRoutes } from './desk-routes.ts'
import { deviceRoutes } from './device-routes.ts'
import { listRoutes } from './lists/list-routes.ts'
import { logRoutes } from './log/log-routes.ts'
import { scanRoutes } from './scan/scan-routes.ts'

/** The door: everything that scanning apps and lead scanners ask, each family behind what it is for. */
export function checkInRoutes(shop: Shop): FastifyPluginAsync {
  return async app => {
    const doors: Door[] = []
    app.addHook('onRoute', ({ url, method, config }) => {
      doors.push({ ...routeAddress(url, [method].flat()), verb: config?.verb })
    })
    await app.register(scanRoutes(shop))
    await app.register(deskRoutes(shop))
    await app.register(listRoutes(shop))
    await app.register(deviceRoutes(shop))
    await app.register(attendeeRoutes(shop))
    await app.register(logRoutes(shop))
    await app.register(refuseOthers(shop, [...doors]))
  }
}

type Door = RouteAddress & { readonly verb: Verb | undefined }

/**
 * What else scanning apps may know from elsewhere is denied to every key, and to everybody without one (organiser
 * contract). Only a caller with a key for an address learns that its method is another one.
 */
function refuseOthers(shop: Shop, doors: readonly Door[]): FastifyPluginAsync {
  return async app => {
    app.all('/admin/api/*', { schema: { hide: true } }, async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const path = pathOf(request.url)
      const here = doors.filter(({ pattern }) => pattern.test(path))
      const principal = here.length === 0 ? undefined : await principalOf(request, shop)
      const isTheirs = principal && here.some(({ verb }) => verb !== undefined && isFor(principal, verb))
      if (!isTheirs) return deny(reply)
      return answerWrongMethod(
        request,
        reply,
        here.flatMap(({ methods }) => methods),
      )
    })
  }
}
