import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import {
  changeDeskEvent,
  createDeskEvent,
  deleteDeskEvent,
  doEventAction,
  planEventAction,
  readDeskEvent,
} from '#contract/desk-event.ts'
import { listNextSteps } from '#contract/desk-next-steps.ts'
import { may } from '#domain/access/principal/principal.ts'
import { problem } from '#domain/foundation/problem.ts'
import { withDefaults } from '#domain/organiser/event-editing/defaults.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { editEvent } from '#server/organiser/event-editing/change-event.ts'
import { loadStated } from '#server/organiser/event-editing/load-stated.ts'
import { createEvent, deleteEvent } from '#server/organiser/event-editing/save-event.ts'
import { findOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { sendForbidden } from '#server/organiser/member/answer.ts'
import { actOnEvent, planAction } from './act-on-event.ts'
import { refuseEvent } from './answer.ts'
import { factsOf } from './event-facts.ts'
import { settingsOfOtherRoles } from '#server/organiser/configuration/event-settings.ts'
import { editableEvent, imageOf, mayEditAllOf } from './find-event.ts'
import { nextSteps } from './next-steps.ts'
import { fileOf, presentConflict } from './present-event.ts'
import { proposeDefaults } from './propose-defaults.ts'

/** Events in the organiser's API: created, read, changed, published, archived and deleted. */
export function eventDeskRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.get(readDeskEvent.path, { schema: routeSchema(readDeskEvent) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const isWhole = mayEditAllOf(request, event.organizationId)
      const stated = await loadStated(db, event.id, { withGroups: isWhole })
      const owner = await findOrganization(db, event.organizationId)
      return {
        ...event,
        status: stated.draft.status,
        version: stated.version,
        organizationName: owner?.name ?? '',
        file: await fileOf(shop, stated, { isWhole }),
        facts: await factsOf(shop, {
          id: event.id,
          stated,
          language: choosePageLanguage(request),
          hasMoney: may(deskPrincipal(request), 'manage-orders', {
            organizationId: event.organizationId,
            eventId: event.id,
          }),
        }),
      }
    })

    app.get(listNextSteps.path, { schema: routeSchema(listNextSteps) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      return event ? { steps: [...(await nextSteps(shop, event.id))] } : reply.code(404).send(undefined)
    })

    app.delete(deleteDeskEvent.path, { schema: routeSchema(deleteDeskEvent) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const deleted = await deleteEvent(shop, event, await actorOf(db, deskPrincipal(request)))
      if (!deleted.ok) return refuseEvent(request, reply, shop, deleted.problems)
      shop.catalog.offerChanged(event)
      return reply.code(204).send(undefined)
    })

    await app.register(writingRoutes(shop))
    await app.register(actionRoutes(shop))
  }
}

/** Creates and changes events; behind the hook of `eventDeskRoutes`. */
function writingRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db } = shop
  return async app => {
    app.post(createDeskEvent.path, { schema: routeSchema(createDeskEvent) }, async (request, reply) => {
      const { organizationId, dryRun, imageId, ...stated } = request.body
      if (!mayEditAllOf(request, organizationId) || !(await findOrganization(db, organizationId)))
        return sendForbidden(reply)
      const barred = await settingsOfOtherRoles(
        db,
        deskPrincipal(request),
        { organizationId, eventId: null },
        stated.settings,
      )
      if (barred.length > 0) return refuseEvent(request, reply, shop, barred)
      const language = choosePageLanguage(request)
      const isOnline = stated.format === 'ONLINE'
      const proposals = await proposeDefaults(shop, { organizationId, language, isOnline })
      // Whatever else a body says: only the plan publishes.
      const { request: completed, defaults } = withDefaults({ ...stated, status: 'DRAFT' }, proposals)
      const created = await createEvent(shop, {
        organizationId,
        request: completed,
        image: await imageOf(shop, { imageId, imageUrl: stated.imageUrl }),
        by: await actorOf(db, deskPrincipal(request)),
        mayOnlyAnnounce: true,
        isDryRun: dryRun === true,
      })
      if (!created.ok) return refuseEvent(request, reply, shop, created.problems)
      if (dryRun === true) return reply.code(200).send({ defaults: [...defaults] })
      const { id, shortName } = created.value
      shop.catalog.offerChanged(created.value)
      const named = defaults.map(each => (each.member === 'slug' ? { ...each, value: shortName } : each))
      return reply.code(201).send({ id, shortName, version: await versionOf(shop, id), defaults: named })
    })

    app.put(changeDeskEvent.path, { schema: routeSchema(changeDeskEvent) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const { base, changes, removedCategories } = request.body
      const { imageId, ...stated } = changes
      const isOfOrganization = Boolean(stated.groups ?? stated.organizer?.promoCodes)
      if (isOfOrganization && !mayEditAllOf(request, event.organizationId))
        return refuseEvent(request, reply, shop, [OF_ORGANIZATION])
      const { organizationId, id: eventId } = event
      const place = { organizationId, eventId }
      const barred = await settingsOfOtherRoles(db, deskPrincipal(request), place, stated.settings)
      if (barred.length > 0) return refuseEvent(request, reply, shop, barred)
      const changed = await editEvent(shop, {
        event,
        // Whatever else a body says: only the plan publishes.
        request: { ...stated, status: undefined },
        image: await imageOf(shop, { imageId, imageUrl: stated.imageUrl }),
        by: await actorOf(db, deskPrincipal(request)),
        edit: { base, removedCategories: removedCategories ?? [] },
      })
      if (changed.kind === 'refused') return refuseEvent(request, reply, shop, changed.outcome.problems)
      if (changed.kind === 'conflict') {
        return reply.code(409).send(presentConflict(changed))
      }
      shop.catalog.offerChanged(event)
      // The organiser waits for its picture.
      if (stated.location) await shop.jobs.wake('fetch-maps')
      return reply.code(200).send({ version: changed.version })
    })
  }
}

/** Publishes, unpublishes, archives and unarchives; behind the hook of `eventDeskRoutes`. */
function actionRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(planEventAction.path, { schema: routeSchema(planEventAction) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const { action } = request.params
      return planAction(shop, event, { action, language: choosePageLanguage(request) })
    })

    app.post(doEventAction.path, { schema: routeSchema(doEventAction) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const { action } = request.params
      const by = await actorOf(shop.db, deskPrincipal(request))
      const done = await actOnEvent(shop, event, { action, language: choosePageLanguage(request), by })
      if (!done.ok) return refuseEvent(request, reply, shop, done.problems)
      return reply.code(200).send(done.value)
    })
  }
}

const OF_ORGANIZATION = problem('foyer.desk.event.refused.of-organization', { field: 'organizer' })

export async function versionOf({ db }: Pick<Shop, 'db'>, id: number): Promise<number> {
  const { version } = await db.kysely
    .selectFrom('purchase_context')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return version
}
