import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { listDeskOrders } from '#contract/desk-order.ts'
import { reachOf } from '#domain/access/principal/principal.ts'
import { instant } from '#domain/foundation/instant.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { readOrderSearch } from '#domain/organiser/order-desk/order-search.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { type Place, channelsOf, contextsOf, countOrders, listOrders } from './list-orders.ts'

/** Orders in the organiser's API: listed and searched. */
export function deskOrderRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('serve-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(listDeskOrders.path, { schema: routeSchema(listDeskOrders) }, async request => {
      const { q = '', cursor = '', since, until, ...rest } = request.query
      const by = deskPrincipal(request)
      const sight = { orders: reachOf(by, 'serve-orders'), money: reachOf(by, 'manage-orders') }
      const language = choosePageLanguage(request)
      const filter = {
        ...rest,
        search: readOrderSearch(q),
        since: since === undefined ? undefined : instant(since),
        until: until === undefined ? undefined : instant(until),
      }
      const caller = { by, sight, language, now: clock.now() }
      const after = placeOf(cursor)
      const { orders, next } = await listOrders(db, { ...filter, after }, caller)
      return {
        orders,
        nextCursor: next && `${next.createdAt}_${next.id}`,
        counts: after ? null : await countOrders(db, filter, caller),
        channels: after || filter.contextId === undefined ? [] : await channelsOf(db, sight, filter.contextId),
        contexts: after ? [] : await contextsOf(db, sight, language),
      }
    })
  }
}

/** The cursor of a list; undefined for what is none. */
function placeOf(cursor: string): Place | undefined {
  const [, createdAt, id = ''] = /^(-?\d{1,15})_([0-9a-f-]{36})$/.exec(cursor) ?? []
  return createdAt === undefined || !isUuid(id) ? undefined : { createdAt: instant(Number(createdAt)), id }
}
