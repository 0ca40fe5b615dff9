import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { downloadEventFile, duplicateDeskEvent, importDeskEvent } from '#contract/desk-event.ts'
import { listEventChanges } from '#contract/desk-event-changes.ts'
import { filePath, pathTo } from '#contract/paths.ts'
import { problem } from '#domain/foundation/problem.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { listChanges } from '#server/organiser/event-editing/event-changes.ts'
import { imageAt } from '#server/organiser/event-editing/event-checks.ts'
import { loadStated } from '#server/organiser/event-editing/load-stated.ts'
import { createEvent } from '#server/organiser/event-editing/save-event.ts'
import { completedEvent } from '#server/organiser/event-file/import-offer.ts'
import { readOfferFile } from '#server/organiser/event-file/read-offer-file.ts'
import { writeOfferFile } from '#server/organiser/event-file/write-file.ts'
import { sendForbidden } from '#server/organiser/member/answer.ts'
import { findOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { settingsOfOtherRoles } from '#server/organiser/configuration/event-settings.ts'
import { refuseEvent } from './answer.ts'
import { duplicateEvent } from './duplicate-event.ts'
import { editableEvent, mayEditAllOf } from './find-event.ts'
import { asJson, fileOf } from './present-event.ts'
import { versionOf } from './routes.ts'

const CHANGES_ON_A_PAGE = 50

/** Whole events in the organiser's API: duplicated, as files, and what has been changed about them. */
export function eventFileRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.post(duplicateDeskEvent.path, { schema: routeSchema(duplicateDeskEvent) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      if (!mayEditAllOf(request, event.organizationId)) return sendForbidden(reply)
      const { title = null, startsAt } = request.body
      const by = await actorOf(db, deskPrincipal(request))
      const created = await duplicateEvent(shop, event, { title, startsAt, by })
      if (!created.ok) return refuseEvent(request, reply, shop, created.problems)
      shop.catalog.offerChanged(created.value)
      const { id, shortName } = created.value
      return reply.code(201).send({ id, shortName, version: await versionOf(shop, id) })
    })

    app.get(downloadEventFile.path, { schema: routeSchema(downloadEventFile) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const isWhole = mayEditAllOf(request, event.organizationId)
      const stated = await loadStated(db, event.id, { withGroups: isWhole })
      const { imageId, organizer, ...file } = await fileOf(shop, stated, { isWhole })
      const imageUrl = imageId ? config.baseUrl + pathTo(filePath, { digest: imageId }) : null
      const { promoCodes: _ofOrganization, ...named } = organizer ?? {}
      return reply
        .type('application/yaml; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${event.shortName}.yaml"`)
        .send(writeOfferFile({ ...file, organizer: named, imageUrl }))
    })

    app.get(listEventChanges.path, { schema: routeSchema(listEventChanges) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const [, cursor] = /^(\d{1,18})$/.exec(request.query.cursor ?? '') ?? []
      const before = cursor === undefined ? null : BigInt(cursor)
      const noted = await listChanges(db, event.id, { before, limit: CHANGES_ON_A_PAGE + 1 })
      const shown = noted.slice(0, CHANGES_ON_A_PAGE)
      return {
        changes: shown.map(({ at, actor, action, version, ...change }) => ({
          at,
          by: actor,
          action,
          version,
          members: Object.keys({ ...change.before, ...change.after }).map(member => ({
            member,
            before: asJson(change.before?.[member] ?? null),
            after: asJson(change.after?.[member] ?? null),
          })),
        })),
        nextCursor: noted.length > CHANGES_ON_A_PAGE ? String(shown.at(-1)?.id) : null,
      }
    })

    await app.register(importRoutes(shop))
  }
}

/** Creates events of files; behind the hook of `eventFileRoutes`. */
function importRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.post(importDeskEvent.path, { schema: routeSchema(importDeskEvent) }, async (request, reply) => {
      const { organizationId, text, dryRun } = request.body
      if (!mayEditAllOf(request, organizationId) || !(await findOrganization(shop.db, organizationId)))
        return sendForbidden(reply)
      const read = readOfferFile(text, shop.clock.now())
      if ('problems' in read) {
        const unread = read.problems.map(({ field, code, args }) => problem(code, { field, args }))
        return refuseEvent(request, reply, shop, unread)
      }
      if ('pass' in read) return refuseEvent(request, reply, shop, [problem('foyer.desk.event.refused.is-a-pass')])
      const place = { organizationId, eventId: null }
      const barred = await settingsOfOtherRoles(shop.db, deskPrincipal(request), place, read.event.settings)
      if (barred.length > 0) return refuseEvent(request, reply, shop, barred)
      const created = await createEvent(shop, {
        organizationId,
        request: completedEvent(read.event),
        image: imageAt({ imageUrl: read.event.imageUrl ?? null }),
        by: await actorOf(shop.db, deskPrincipal(request)),
        mayOnlyAnnounce: true,
        isDryRun: dryRun === true,
      })
      if (!created.ok) return refuseEvent(request, reply, shop, created.problems)
      if (dryRun === true) return reply.code(200).send({ title: read.event.title ?? '' })
      shop.catalog.offerChanged(created.value)
      const { id, shortName } = created.value
      return reply.code(201).send({ id, shortName, version: await versionOf(shop, id) })
    })
  }
}
