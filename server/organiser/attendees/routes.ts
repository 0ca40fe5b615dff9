import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { downloadBadges, listDeskAttendees, planBadges, sumDeskAnswers } from '#contract/desk-attendees.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { may, reachOf } from '#domain/access/principal/principal.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { BADGES_PER_FILE } from '#domain/organiser/order-desk/badge.ts'
import { readOrderSearch } from '#domain/organiser/order-desk/order-search.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { badgesPdf } from '#server/documents/pdf/badge-pdf.ts'
import { documentLook } from '#server/documents/pdf/document-look.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { oneByOne } from '#server/foundation/http/one-by-one.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { type AttendeeFilter, readAnswerFilter } from './attendee-filter.ts'
import { countAttendees, ownerInReach } from './attendee-store.ts'
import { countNamed } from './badge-store.ts'
import { badgesOf } from './badges.ts'
import { listAttendees, questionsOf, sumAnswers } from './list-attendees.ts'

/** Files of badges are drawn one after the other, so that a ticket waits for one at most; so many may wait. */
const MOST_WAITING = 8

/** The people of an event in the organiser's API: listed with their answers, and the answers summed up. */
export function attendeeDeskRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  const inTurn = oneByOne(MOST_WAITING)
  return async app => {
    app.addHook('onRequest', onlyForDesk('serve-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(listDeskAttendees.path, { schema: routeSchema(listDeskAttendees) }, async (request, reply) => {
      const found = await servedEvent(shop, request, request.params.eventId)
      if (!found) return reply.code(404).send(undefined)
      const { offer, maySeeMoney } = found
      const { cursor = '', limit = 100 } = request.query
      const language = choosePageLanguage(request)
      const filter = filterIn(request.query)
      const after = /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined
      const page = await listAttendees(db, offer, { filter, after, limit, language, maySeeMoney })
      return reply.code(200).send({
        event: presentEvent(offer, language),
        categories: offer.categories.map(({ id, name }) => ({ id, name })),
        questions: questionsOf(offer, language),
        attendees: page.attendees,
        nextCursor: page.next === null ? null : String(page.next),
        count: after === undefined ? await countAttendees(db, offer.context.id, filter) : null,
        maySeeMoney,
      })
    })

    app.get(planBadges.path, { schema: routeSchema(planBadges) }, async (request, reply) => {
      const found = await servedEvent(shop, request, request.params.eventId)
      if (!found) return reply.code(404).send(undefined)
      const { named, nameless } = await countNamed(db, found.offer.context.id, filterIn(request.query))
      return reply.code(200).send({ badges: named, nameless, perFile: BADGES_PER_FILE })
    })

    app.get(downloadBadges.path, { schema: routeSchema(downloadBadges) }, async (request, reply) => {
      const found = await servedEvent(shop, request, request.params.eventId)
      if (!found) return reply.code(404).send(undefined)
      const { offer } = found
      const { size = 'a4', part = 1 } = request.query
      const [language] = offer.context.languages
      const badges = await badgesOf(db, offer, { filter: filterIn(request.query), part, language })
      if (badges.length === 0) return reply.code(404).send(undefined)
      const sheet = { language, size, event: displayName(offer.context), badges }
      const look = await documentLook(db, offer.settings, null)
      const pdf = await inTurn(() => badgesPdf(sheet, textsOf(offer, shop.texts), look))
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename="badges-${size}-${part}.pdf"`)
        .send(Buffer.from(pdf))
    })

    app.get(sumDeskAnswers.path, { schema: routeSchema(sumDeskAnswers) }, async (request, reply) => {
      const found = await servedEvent(shop, request, request.params.eventId)
      if (!found) return reply.code(404).send(undefined)
      return reply.code(200).send({ questions: await sumAnswers(db, found.offer, choosePageLanguage(request)) })
    })
  }
}

type ListQuery = Omit<AttendeeFilter, 'search' | 'answer' | 'since' | 'until'> & {
  readonly q?: string
  readonly answer?: string
}

function filterIn({ q = '', answer, category, entry, state }: ListQuery): AttendeeFilter {
  return { category, entry, state, search: readOrderSearch(q), answer: readAnswerFilter(answer) }
}

type Served = { readonly offer: OfferedEvent; readonly maySeeMoney: boolean }

/** The event of this id, where the caller may serve its people; undefined for every other one. */
async function servedEvent(shop: Shop, request: FastifyRequest, eventId: number): Promise<Served | undefined> {
  const by = deskPrincipal(request)
  const organizationId = await ownerInReach(shop.db, eventId, reachOf(by, 'serve-orders'))
  if (organizationId === undefined) return undefined
  return {
    offer: await shop.catalog.eventOf(eventId),
    maySeeMoney: may(by, 'manage-orders', { organizationId, eventId }),
  }
}

function presentEvent({ context }: OfferedEvent, language: string) {
  const { id, title, startsAt, endsAt, timeZone: timezone, location } = context
  return { id, title: inLanguage(title, language), startsAt, endsAt, timezone, place: location }
}
