import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getOrganizerAtom, getOrganizerCalendar, getShopAtom, getShopCalendar, getSitemap } from '#contract/pages.ts'
import { pathTo } from '#contract/paths.ts'
import { leavingOutBroken } from '#server/catalog/catalog/offers.ts'
import { type PublicListing, publicListing, publicPasses } from '#server/catalog/catalog/public-listing.ts'
import type { Shop } from '#server/catalog/context.ts'
import { CALENDAR_TYPE } from '#server/documents/calendar/calendar.ts'
import { madeMemory } from '#server/foundation/memory/made-memory.ts'
import { type Rendering, renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { atomFeed, calendarFeed, describedInAtom, describedInCalendar, sitemap } from './formats.ts'
import { type Feed, feedOf } from './feed.ts'
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasAlready } from '#server/foundation/http/answer.ts'

type Kind = { readonly type: string; describe(feed: Feed): Rendering[]; write(feed: Feed): string }

const CALENDAR: Kind = { type: CALENDAR_TYPE, describe: describedInCalendar, write: calendarFeed }
const ATOM: Kind = { type: 'application/atom+xml; charset=utf-8', describe: describedInAtom, write: atomFeed }
const XML_TYPE = 'application/xml; charset=utf-8'

/** How many written feeds are kept; the longest kept go first. */
const KEPT_FEEDS = 200

/** What machines read of the events that are listed: calendars, feed readers, search engines. */
export function feedRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const kept = madeMemory<ReturnType<typeof tagged>>({ capacity: KEPT_FEEDS })

  /** Written anew when an event has come, gone or changed; undefined for an unknown organisation. */
  const read = async (
    kind: Kind,
    feedRequest: { path: string; language: string | undefined; organizerSlug?: string },
  ) => {
    const listing = await publicListing(shop, feedRequest.organizerSlug)
    if (!listing) return undefined
    const feed = feedOf(listing, { ...feedRequest, shop })
    const write = async () => tagged(written(kind, feed, shop))
    if (!(await renderAhead(kind.describe(feed)))) return write()
    return kept.get(`${feed.language} ${feedRequest.path}`, [feed.state], write)
  }

  return async app => {
    app.get(getShopCalendar.path, { schema: routeSchema(getShopCalendar) }, async (request, reply) => {
      const feedRequest = { path: getShopCalendar.path, language: request.query.lang }
      return sendTagged(request, reply, await read(CALENDAR, feedRequest), CALENDAR.type)
    })

    app.get(getShopAtom.path, { schema: routeSchema(getShopAtom) }, async (request, reply) => {
      const feedRequest = { path: getShopAtom.path, language: request.query.lang }
      return sendTagged(request, reply, await read(ATOM, feedRequest), ATOM.type)
    })

    app.get(getOrganizerCalendar.path, { schema: routeSchema(getOrganizerCalendar) }, async (request, reply) => {
      const { organizerSlug } = request.params
      const path = pathTo(getOrganizerCalendar.path, request.params)
      const feed = await read(CALENDAR, { path, organizerSlug, language: request.query.lang })
      return sendTagged(request, reply, feed, CALENDAR.type)
    })

    app.get(getOrganizerAtom.path, { schema: routeSchema(getOrganizerAtom) }, async (request, reply) => {
      const { organizerSlug } = request.params
      const path = pathTo(getOrganizerAtom.path, request.params)
      const feed = await read(ATOM, { path, organizerSlug, language: request.query.lang })
      return sendTagged(request, reply, feed, ATOM.type)
    })

    app.get(getSitemap.path, { schema: routeSchema(getSitemap) }, async (request, reply) => {
      const [listing, passes] = await Promise.all([publicListing(shop), publicPasses(shop)])
      const document = leavingOutBroken(
        [...(listing?.events ?? []).map(withId), ...passes.map(listed => ({ ...listed, id: listed.pass.id }))],
        listed => sitemap(listed, shop.config.baseUrl),
        shop.log,
      )
      return sendTagged(request, reply, tagged(document), XML_TYPE)
    })
  }
}

function written(kind: Kind, feed: Feed, { log }: Pick<Shop, 'log'>): string {
  return leavingOutBroken(feed.entries.map(withId), entries => kind.write({ ...feed, entries }), log)
}

const withId = <Listed extends PublicListing['events'][number]>(listed: Listed) => ({ ...listed, id: listed.event.id })

/** A text with the tag by which a reader knows that it has it already. */
type Tagged = { readonly text: string; readonly etag: string }

function tagged(text: string): Tagged {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}

/** Readers come by themselves, again and again: they may keep it for minutes, and get 304 while it is the same. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, found: Tagged | undefined, type: string) {
  if (!found) return reply.code(404).send()
  reply.header('Cache-Control', 'public, max-age=300').header('ETag', found.etag)
  if (hasAlready(request.headers['if-none-match'], found.etag)) return reply.code(304).send()
  return reply.code(200).type(type).send(found.text)
}
