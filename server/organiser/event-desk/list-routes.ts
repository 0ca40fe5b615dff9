import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { listDeskEvents } from '#contract/desk-event.ts'
import { reachOf } from '#domain/access/principal/principal.ts'
import { instant } from '#domain/foundation/instant.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { type Place, listEvents } from './list-events.ts'

/** Who does one of these for an event sees it in the list. Devices of sponsors do none of them. */
const WORK = ['manage-events', 'manage-orders', 'serve-orders', 'check-in', 'search-attendees'] as const

/** The list of events, for all who work for them; money is for those who manage orders. */
export function eventListRoutes({ db, clock, config }: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyForDesk(WORK, { db, clock, baseUrl: config.baseUrl }))

    app.get(listDeskEvents.path, { schema: routeSchema(listDeskEvents) }, async request => {
      const { eventId, q = '', organizationId, status, cursor = '' } = request.query
      const { when = eventId === undefined ? 'upcoming' : 'all' } = request.query
      const by = deskPrincipal(request)
      const reach = reachOf(by, ...WORK)
      const query = { reach, when, eventId, search: q.trim(), organizationId, status, after: placeOf(cursor) }
      const { events, next } = await listEvents(db, query, {
        now: clock.now(),
        language: choosePageLanguage(request),
        by,
      })
      return { events, nextCursor: next && `${next.startsAt}_${next.id}` }
    })
  }
}

/** The cursor of a list; undefined for what is none. */
function placeOf(cursor: string): Place | undefined {
  const [, startsAt, id] = /^(-?\d{1,15})_(\d{1,9})$/.exec(cursor) ?? []
  return startsAt === undefined ? undefined : { startsAt: instant(Number(startsAt)), id: Number(id) }
}
