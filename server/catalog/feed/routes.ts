import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getOrganizerAtom, getOrganizerCalendar, getShopAtom, getShopCalendar, getSitemap } from '#contract/pages.ts'
import { pathTo } from '#contract/paths.ts'
import { findPublicOrganizer } from '#server/catalog/catalog/context-rows.ts'
import { publicEvents, publicPasses } from '#server/catalog/catalog/public-listing.ts'
import type { Shop } from '#server/catalog/context.ts'
import { CALENDAR_TYPE } from '#server/documents/calendar/calendar.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { bytesOf, madeMemory } from '#server/foundation/memory/made-memory.ts'
import { type Rendering, renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { atomFeed, calendarFeed, describedInAtom, describedInCalendar, sitemap } from './formats.ts'
import { type Feed, type FeedRequest, feedOf } from './feed.ts'
import { oembedRoutes } from './oembed-routes.ts'
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasAlready } from '#server/foundation/http/answer.ts'

type Kind = { readonly type: string; describe(feed: Feed): Rendering[]; write(feed: Feed): Promise<string> }

const CALENDAR: Kind = { type: CALENDAR_TYPE, describe: describedInCalendar, write: calendarFeed }
const ATOM: Kind = { type: 'application/atom+xml; charset=utf-8', describe: describedInAtom, write: atomFeed }
const XML_TYPE = 'application/xml; charset=utf-8'

/** How many written feeds are kept, and their bytes; those not read for the longest are dropped first. */
const KEPT_FEEDS = 200
const KEPT_BYTES = 32 * 1024 * 1024

/** What machines read of the events that are listed: calendars, feed readers, search engines. */
export function feedRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const kept = madeMemory<Tagged>({
    capacity: KEPT_FEEDS,
    maxBytes: KEPT_BYTES,
    weigh: ({ text }) => bytesOf(text),
    isKept: ({ isFinal }) => isFinal,
  })
  const eventsState = (filter: FeedFilter) => shop.catalog.listedEvents(shop.clock.now(), filter)

  /** Written anew when an event has come, gone or changed; undefined for an unknown organisation. */
  const read = async (kind: Kind, feedRequest: FeedRequest): Promise<Tagged | undefined> => {
    const { organizerSlug, path, language = '' } = feedRequest
    const organizer = organizerSlug === undefined ? undefined : await findPublicOrganizer(shop.db, organizerSlug)
    if (organizerSlug !== undefined && organizer === undefined) return undefined
    const filter = { ...(organizerSlug !== undefined && { organizationSlug: organizerSlug }) }
    const key = `${languageOfTag(language) ?? ''} ${path}`
    return kept.get(key, [await eventsState(filter), organizer], async () => {
      const feed = feedOf(await publicEvents(shop, filter), feedRequest, { shop, organizer })
      const isFinal = await renderAhead(kind.describe(feed))
      return tagged(await kind.write(feed), isFinal)
    })
  }

  const readSitemap = async (): Promise<Tagged> => {
    const parts = [await eventsState({}), await shop.catalog.listedPasses(shop.clock.now(), {})]
    return kept.get(getSitemap.path, parts, async () => {
      const listed = [...(await publicEvents(shop, {})), ...(await publicPasses(shop))]
      return tagged(await sitemap(listed, shop.config.baseUrl), true)
    })
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

    await app.register(oembedRoutes(shop))

    app.get(getSitemap.path, { schema: routeSchema(getSitemap) }, async (request, reply) => {
      return sendTagged(request, reply, await readSitemap(), XML_TYPE)
    })
  }
}

type FeedFilter = { readonly organizationSlug?: string }

/** A text with the tag by which a reader knows that it has it already; not final while descriptions are still being rendered. */
type Tagged = { readonly text: string; readonly etag: string; readonly isFinal: boolean }

function tagged(text: string, isFinal: boolean): Tagged {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`, isFinal }
}

/** Readers come by themselves, again and again: they may keep it for minutes, and get 304 while it is the same. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, found: Tagged | undefined, type: string) {
  if (!found) return reply.code(404).send()
  reply.header('Cache-Control', 'public, max-age=300').header('ETag', found.etag)
  if (hasAlready(request.headers['if-none-match'], found.etag)) return reply.code(304).send()
  return reply.code(200).type(type).send(found.text)
}
