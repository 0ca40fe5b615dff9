import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { loadSampleData, readHome as readCall, removeSampleData } from '#contract/desk-home.ts'
import { isFor } from '#domain/access/principal/principal.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { sendForbidden, sendRefusals } from '../member/answer.ts'
import { removeSample } from '../event-file/sample/remove-sample.ts'
import { sampleShop } from '../event-file/sample/sample-shop.ts'
import { readHome } from './home.ts'

/** The home of the desk: for every member, and for keys that manage events. */
export function homeRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook(
      'onRequest',
      onlyForDesk(['manage-events', 'manage-orders', 'see-entrance'], { db, clock, baseUrl: config.baseUrl }),
    )

    app.get(readCall.path, { schema: routeSchema(readCall) }, async (request, reply) => {
      const by = deskPrincipal(request)
      if (by.kind === 'key' && !isFor(by, 'manage-events')) return sendForbidden(reply)
      return readHome(shop, { by, language: choosePageLanguage(request), timeZone: request.query.timeZone ?? 'UTC' })
    })
  }
}

/** The sample data, for owners of the shop: loaded into a shop without events, and removed again. */
export function sampleRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('administer-shop', { db, clock, baseUrl: config.baseUrl }))

    app.post(loadSampleData.path, { schema: routeSchema(loadSampleData) }, async (request, reply) => {
      const events = await sampleShop(shop)
      if (events === 0) return sendRefusals(request, reply, shop, [{ code: 'foyer.desk.sample.not-empty' }])
      return { events }
    })

    app.delete(removeSampleData.path, { schema: routeSchema(removeSampleData) }, async request => {
      const { removed, kept } = await removeSample(shop, choosePageLanguage(request))
      return { removed, kept: [...kept] }
    })
  }
}
