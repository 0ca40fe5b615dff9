import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { getCalendar, getEvent, getTicketCategories, listEvents as listCall } from '#contract/event.ts'
import { getLegalText } from '#contract/legal-text.ts'
import { getListedEvents } from '#contract/listed-events.ts'
import { getOrganizer } from '#contract/organizer.ts'
import { getEventChoices } from '#contract/own.ts'
import { shortEventLink } from '#contract/pages.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { LRUCache } from 'lru-cache'
import { type KeptBody, keptBody, sendKeptBody } from '#server/foundation/http/kept-body.ts'
import type { Shop } from '#server/catalog/context.ts'
import { flatMapWithBreaks } from '#server/foundation/base/time.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { withClientId } from '#server/foundation/http/visitor.ts'
import { limitedWhen } from '#server/foundation/http/rate-limit.ts'
import {
  CALENDAR_FILE_NAME,
  CALENDAR_TYPE,
  eventCalendar,
  googleCalendarLink,
  outlookCalendarLink,
} from '#server/documents/calendar/calendar.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { calendarEntry } from '#server/catalog/catalog/calendar.ts'
import type { EventAnswers } from './event-answers.ts'
import {
  getSubscription,
  listEventsOfSubscription,
  listSubscriptions,
  listSubscriptionsOfEvent,
} from '#contract/subscription.ts'
import type { PassAnswers } from './pass-answers.ts'
import type { Category } from '#domain/catalog/catalog/category.ts'
import type { EventOffer } from '#domain/catalog/catalog/event.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { Database } from '#server/foundation/database/database.ts'

/** What visitors can browse before they choose. */
export function catalogRoutes(shop: Shop, answers: EventAnswers): FastifyPluginAsyncTypebox {
  const sendKept = writtenOnce()
  return async app => {
    app.get(listCall.path, { schema: routeSchema(listCall) }, async (request, reply) => {
      reply.header('Access-Control-Allow-Origin', '*')
      return sendKept(request, reply, (await answers.list(request.query)).value)
    })

    app.get(getListedEvents.path, { schema: routeSchema(getListedEvents) }, async (request, reply) =>
      sendKept(request, reply, (await answers.listed(request.query)).value),
    )

    app.get(getOrganizer.path, { schema: routeSchema(getOrganizer) }, async (request, reply) => {
      const answer = await answers.organizer(request.params.organizerSlug)
      return answer === undefined ? reply.code(404).send() : sendWritten(request, reply, answer)
    })

    app.get(getLegalText.path, { schema: routeSchema(getLegalText) }, async (request, reply) => {
      const answer = await answers.legalText(request.params.legalTextId)
      return answer === undefined ? reply.code(404).send() : sendWritten(request, reply, answer)
    })

    app.get(getEventChoices.path, { schema: routeSchema(getEventChoices) }, async (request, reply) =>
      sendKept(request, reply, (await answers.choices(request.query)).value),
    )

    app.get(getEvent.path, { schema: routeSchema(getEvent) }, async (request, reply) => {
      reply.header('Access-Control-Allow-Origin', '*')
      const answer = await answers.event(request.params.shortName)
      if (!answer) return reply.code(404).send()
      return sendWritten(request, reply, withClientId(request, answer))
    })

    const categories = { schema: routeSchema(getTicketCategories), ...limitedWhen('code', isForOne) }
    app.get(getTicketCategories.path, categories, async (request, reply) => {
      reply.header('Access-Control-Allow-Origin', '*')
      const answer = await answers.categories(request.params.shortName, request.query)
      if (!answer) return reply.code(404).send()
      return sendWritten(request, reply, answer)
    })

    app.get(getCalendar.path, { schema: routeSchema(getCalendar) }, async (request, reply) => {
      const { shortName, locale } = request.params
      const offer = await shop.catalog.offeredEvent(shortName)
      if (!offer) return reply.code(404).send()
      const { type, ticketId } = request.query
      const category = ticketId && (await categoryOfTicket(shop.db, offer, ticketId))
      const pageUrl = shop.config.baseUrl + pathTo(eventPagePath, { shortName })
      const entry = calendarEntry(offer.context, { language: locale, pageUrl, ...(category && { category }) })
      await renderAhead([{ to: 'text', markdown: entry.description, owner: ownerOf(offer.context.organization) }])
      if (type === 'google') return reply.redirect(googleCalendarLink(entry), 302)
      if (type === 'outlook') return reply.redirect(outlookCalendarLink(entry), 302)
      const host = new URL(shop.config.baseUrl).host
      return reply
        .code(200)
        .type(CALENDAR_TYPE)
        .header('Content-Disposition', `inline; filename="${CALENDAR_FILE_NAME}"`)
        .send(eventCalendar(entry, { host, writtenAt: shop.clock.now() }))
    })

    app.get(shortEventLink.path, { schema: routeSchema(shortEventLink) }, async (request, reply) =>
      reply.redirect(pathTo(eventPagePath, request.params), 302),
    )
  }
}

/** Sends an answer that is the same object for as long as it says the same: the schema of its call writes it once. */
function writtenOnce(): (request: FastifyRequest, reply: FastifyReply, answer: object) => Promise<FastifyReply> {
  const written = new WeakMap<object, string>()
  return async (request, reply, answer) => {
    const text = written.get(answer) ?? (await writtenBySchema(reply, answer))
    written.set(answer, text)
    return sendWritten(request, reply, text)
  }
}

/** As the schema of the call writes it; a long list with breaks in which other requests are served. */
async function writtenBySchema(reply: FastifyReply, answer: object): Promise<string> {
  const write = (part: unknown): string => {
    const text: unknown = reply.code(200).serialize(part)
    if (typeof text !== 'string') throw new Error('an answer that is no text')
    return text
  }
  if (!Array.isArray(answer)) return write(answer)
  const items = await flatMapWithBreaks<unknown, string>(answer, item => [write([item]).slice(1, -1)])
  return `[${items.join()}]`
}

/** A visitor who tries codes, or ids of reservations, is limited; one who only reads is not. */
function isForOne({ query }: FastifyRequest): boolean {
  const has = (name: string) => typeof query === 'object' && query !== null && Reflect.get(query, name)
  return Boolean(has('code') || has('replaces'))
}

/** Sends an answer that is JSON text already; what many visitors get is compressed once. */
function sendWritten(request: FastifyRequest, reply: FastifyReply, json: string): Promise<FastifyReply> {
  const body = bodies.get(json) ?? keptBody(json)
  bodies.set(json, body)
  reply.code(200).type(JSON_TYPE).header('Vary', 'Accept-Encoding')
  return sendKeptBody(request, reply, { body })
}

const KEPT_BODIES_BYTES = 16 * 1024 * 1024

/** By the text; its characters and its bytes are kept. */
const bodies = new LRUCache<string, KeptBody>({
  maxSize: KEPT_BODIES_BYTES,
  sizeCalculation: (_, json) => json.length * 4,
})

/** What visitors can browse of passes. */
export function passRoutes(answers: PassAnswers): FastifyPluginAsyncTypebox {
  const sendKept = writtenOnce()
  return async app => {
    // By organiser and tags (specification, browsing 7); which bought pass a visitor uses narrows events alone.
    app.get(listSubscriptions.path, { schema: routeSchema(listSubscriptions) }, async (request, reply) =>
      sendKept(request, reply, (await answers.list(request.query)).value),
    )

    app.get(getSubscription.path, { schema: routeSchema(getSubscription) }, async (request, reply) => {
      const answer = await answers.pass(request.params.id)
      return answer === undefined ? reply.code(404).send() : sendWritten(request, reply, withClientId(request, answer))
    })

    app.get(
      listEventsOfSubscription.path,
      { schema: routeSchema(listEventsOfSubscription) },
      async (request, reply) => {
        const events = await answers.events(request.params.id)
        return events === undefined ? reply.code(404).send() : sendKept(request, reply, events.value)
      },
    )

    app.get(
      listSubscriptionsOfEvent.path,
      { schema: routeSchema(listSubscriptionsOfEvent) },
      async (request, reply) => {
        const passes = await answers.accepted(request.params.shortName)
        return passes === undefined ? reply.code(404).send() : sendKept(request, reply, passes.value)
      },
    )
  }
}

/** The category a ticket was sold in, by the ticket's public id; undefined for a ticket of another event. */
async function categoryOfTicket(db: Database, offer: EventOffer, publicId: string): Promise<Category | undefined> {
  if (!isUuid(publicId)) return undefined
  const row = await db.kysely
    .selectFrom('ticket')
    .select('category_id')
    .where('public_uuid', '=', publicId)
    .where('event_id', '=', offer.context.id)
    .executeTakeFirst()
  return offer.categories.find(({ id }) => id === row?.category_id)
}
