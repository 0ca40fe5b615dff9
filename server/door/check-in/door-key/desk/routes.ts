import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { listDeskDoors, makeDeskDoor, revokeDeskDoor } from '#contract/desk-door.ts'
import { doorPagePath } from '#contract/paths.ts'
import { type Verb, may } from '#domain/access/principal/principal.ts'
import { isOptional } from '#domain/catalog/price/additional-service.ts'
import { localDateTime } from '#domain/foundation/wall-clock.ts'
import { isGoodKeyAt } from '#domain/door/door-scan/merge-scan.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import { eventAtDesk } from '#server/access/member/managed-event.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { countComers } from '#server/door/check-in/event-store.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { doorsOf, reportsOf } from '../figures.ts'
import { makeDoor, revokeDoor, usualEnd } from './keep-doors.ts'

/** Who scans, and who finds attendees by name: sponsors do neither. */
const FOR_FIGURES = ['check-in', 'search-attendees'] as const
const FOR_KEEPING = ['check-in'] as const

/** The doors of an event in the organiser's API: figures for all at the entrance, made and ended by who scans there. */
export function doorDeskRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk(FOR_FIGURES, { db, clock, baseUrl: config.baseUrl }))

    app.get(listDeskDoors.path, { schema: routeSchema(listDeskDoors) }, async (request, reply) => {
      const event = await eventAtDesk(shop, request, { eventId: request.params.eventId, verbs: FOR_FIGURES })
      if (!event) return reply.code(404).send(undefined)
      const { context, categories, services } = await shop.catalog.eventOf(event.id)
      const { expected, checkedIn } = await countComers(db, event.id, undefined)
      const mayDo = (verb: Verb) => may(deskPrincipal(request), verb, ofEvent(event))
      const language = choosePageLanguage(request)
      return reply.code(200).send({
        title: inLanguage(context.title, language),
        timezone: context.timeZone,
        usualEnd: localDateTime(usualEnd(context.endsAt, clock.now()), context.timeZone),
        expected,
        letIn: checkedIn,
        categories: categories.map(({ id, name }) => ({ id, name })),
        extras: services
          .filter(({ charge }) => isOptional(charge))
          .map(({ id, title }) => ({ id, name: inLanguage(title, language) })),
        doors: (await doorsOf(db, event.id)).map(({ labelSize, printsByItself, ...door }) => ({
          ...door,
          isOpen: isGoodKeyAt({ ...door, madeAt: door.createdAt }, clock.now()),
          categoryIds: door.categoryIds === null ? null : [...door.categoryIds],
          labels: labelSize === null ? null : { size: labelSize, isAutomatic: printsByItself },
        })),
        reports: mayDo('search-attendees') ? await reportsOf(db, event.id, null) : [],
        mayMake: mayDo('check-in'),
        maySearch: mayDo('search-attendees'),
        maySell: mayDo('manage-orders'),
      })
    })

    app.post(makeDeskDoor.path, { schema: routeSchema(makeDeskDoor) }, async (request, reply) => {
      const event = await eventAtDesk(shop, request, { eventId: request.params.eventId, verbs: FOR_KEEPING })
      if (!event) return reply.code(404).send(undefined)
      const made = await makeDoor(shop, { by: deskPrincipal(request), event, request: request.body })
      if (!made.ok) return sendRefusals(request, reply, shop, made.problems)
      return reply.code(201).send({ id: made.id, link: `${config.baseUrl}${doorPagePath}#${made.key}` })
    })

    app.delete(revokeDeskDoor.path, { schema: routeSchema(revokeDeskDoor) }, async (request, reply) => {
      const { eventId, doorId } = request.params
      const event = await eventAtDesk(shop, request, { eventId, verbs: FOR_KEEPING })
      const isEnded = event && (await revokeDoor(shop, { by: deskPrincipal(request), event, doorId }))
      return reply.code(isEnded ? 204 : 404).send(undefined)
    })
  }
}

const ofEvent = ({ id, organizationId }: EventOwner) => ({ organizationId, eventId: id })
