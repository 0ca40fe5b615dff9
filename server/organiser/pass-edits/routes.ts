import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { routeSchema } from '#contract/call.ts'
import { DeskPass, changeDeskPass, createDeskPass, listDeskPasses, readDeskPass } from '#contract/desk-pass.ts'
import { may, reachOf } from '#domain/access/principal/principal.ts'
import { writePass } from '#domain/organiser/pass-editing/write-pass.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { refusePass } from '#server/organiser/event-desk/answer.ts'
import { imageOf } from '#server/organiser/event-desk/find-event.ts'
import { presentConflict } from '#server/organiser/event-desk/present-event.ts'
import { categoriesOf } from '#server/organiser/event-statistics/event-stats.ts'
import { sendForbidden } from '#server/organiser/member/answer.ts'
import { findOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { type PassOwner, findPass } from '#server/organiser/pass-editing/find-pass.ts'
import { eventsOfPass } from '#server/organiser/pass-editing/link-passes.ts'
import { loadStatedPass } from '#server/organiser/pass-editing/load-stated-pass.ts'
import { createPass, editPass } from '#server/organiser/pass-editing/save-pass.ts'
import { listPasses } from './list-passes.ts'

/** Passes in the organiser's API: listed, created, read and changed. */
export function passEditsRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.get(listDeskPasses.path, { schema: routeSchema(listDeskPasses) }, async request => {
      const { organizationId, cursor = '' } = request.query
      const reach = reachOf(deskPrincipal(request), 'manage-events')
      const [, after] = /^(\d{1,9})$/.exec(cursor) ?? []
      const query = { reach, organizationId, after: after === undefined ? undefined : Number(after) }
      const { passes, next } = await listPasses(db, { ...query, language: choosePageLanguage(request) })
      return { passes, nextCursor: next === null ? null : String(next) }
    })

    app.post(createDeskPass.path, { schema: routeSchema(createDeskPass) }, async (request, reply) => {
      const { organizationId, imageId, ...stated } = request.body
      const isOwn = may(deskPrincipal(request), 'manage-events', { organizationId })
      if (!isOwn || !(await findOrganization(db, organizationId))) return sendForbidden(reply)
      const image = await imageOf(shop, { imageId, imageUrl: stated.imageUrl })
      const by = await actorOf(db, deskPrincipal(request))
      const created = await createPass(shop, { organizationId, request: stated, image, by })
      if (!created.ok) return refusePass(request, reply, shop, created.problems)
      shop.catalog.offerChanged(created.value)
      const { version } = await loadStatedPass(db, created.value.id)
      return reply.code(201).send({ id: created.value.publicId, version })
    })

    app.get(readDeskPass.path, { schema: routeSchema(readDeskPass) }, async (request, reply) => {
      const pass = await editablePass(shop, request, request.params.passId)
      if (!pass) return reply.code(404).send(undefined)
      const stated = await loadStatedPass(db, pass.id)
      const owner = await findOrganization(db, pass.organizationId)
      const file: unknown = {
        ...writePass(stated.stated),
        kind: 'subscription',
        id: pass.publicId,
        organizer: { name: owner?.name ?? '', slug: owner?.slug ?? null, email: owner?.email ?? null },
        events: await linksOf(shop, pass),
        imageId: stated.imageId,
      }
      if (!Value.Check(DeskPass.properties.file, file)) {
        const [first] = Value.Errors(DeskPass.properties.file, file)
        throw new Error(`a pass was written against its schema: ${first?.instancePath} ${first?.message}`)
      }
      const { organizationId } = pass
      return { id: pass.publicId, status: stated.draft.status, version: stated.version, organizationId, file }
    })

    app.put(changeDeskPass.path, { schema: routeSchema(changeDeskPass) }, async (request, reply) => {
      const pass = await editablePass(shop, request, request.params.passId)
      if (!pass) return reply.code(404).send(undefined)
      const { base, changes } = request.body
      const { imageId, ...stated } = changes
      const image = await imageOf(shop, { imageId, imageUrl: stated.imageUrl })
      const by = await actorOf(db, deskPrincipal(request))
      const changed = await editPass(shop, { pass, request: stated, image, by, base })
      if (changed.kind === 'refused') return refusePass(request, reply, shop, changed.outcome.problems)
      if (changed.kind === 'conflict') return reply.code(409).send(presentConflict(changed))
      shop.catalog.offerChanged(pass)
      return reply.code(200).send({ version: changed.version })
    })
  }
}

/** The pass of this id that the caller may edit; undefined for every other one. */
async function editablePass(
  { db }: Pick<Shop, 'db'>,
  request: FastifyRequest,
  passId: string,
): Promise<PassOwner | undefined> {
  const pass = await findPass(db, passId)
  if (!pass) return undefined
  return may(deskPrincipal(request), 'manage-events', { organizationId: pass.organizationId }) ? pass : undefined
}

/** The events that take a pass, with the names of the categories it is limited to. */
async function linksOf(shop: Pick<Shop, 'db'>, pass: PassOwner) {
  const links = await eventsOfPass(shop, pass)
  const named = await categoriesOf(
    shop.db,
    links.map(({ eventId }) => eventId),
  )
  return links.map(({ slug, categories }) => ({
    slug,
    categories: named.filter(({ id }) => categories.includes(id)).map(({ name }) => name),
  }))
}
