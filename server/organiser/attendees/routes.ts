import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { listDeskAttendees, sumDeskAnswers } from '#contract/desk-attendees.ts'
import { may, reachOf } from '#domain/access/principal/principal.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { readOrderSearch } from '#domain/organiser/order-desk/order-search.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { readAnswerFilter } from './attendee-filter.ts'
import { countAttendees, ownerInReach } from './attendee-store.ts'
import { listAttendees, questionsOf, sumAnswers } from './list-attendees.ts'

/** The people of an event in the organiser's API: listed with their answers, and the answers summed up. */
export function attendeeDeskRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('serve-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(listDeskAttendees.path, { schema: routeSchema(listDeskAttendees) }, async (request, reply) => {
      const found = await servedEvent(shop, request, request.params.eventId)
      if (!found) return reply.code(404).send(undefined)
      const { offer, maySeeMoney } = found
      const { q = '', answer, cursor = '', limit = 100, ...rest } = request.query
      const language = choosePageLanguage(request)
      const filter = { ...rest, search: readOrderSearch(q), answer: readAnswerFilter(answer) }
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

    app.get(sumDeskAnswers.path, { schema: routeSchema(sumDeskAnswers) }, async (request, reply) => {
      const found = await servedEvent(shop, request, request.params.eventId)
      if (!found) return reply.code(404).send(undefined)
      return reply.code(200).send({ questions: await sumAnswers(db, found.offer, choosePageLanguage(request)) })
    })
  }
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
