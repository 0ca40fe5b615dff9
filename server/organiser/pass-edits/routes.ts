import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import {
  changeDeskPass,
  createDeskPass,
  doPassAction,
  listDeskPasses,
  planPassAction,
  readDeskPass,
} from '#contract/desk-pass.ts'
import { may, reachOf } from '#domain/access/principal/principal.ts'
import { withPassDefaults } from '#domain/organiser/pass-editing/pass-defaults.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { refusePass } from '#server/organiser/event-desk/answer.ts'
import { imageOf } from '#server/organiser/event-desk/find-event.ts'
import { presentConflict } from '#server/organiser/event-desk/present-event.ts'
import { proposeDefaults, proposeTerms } from '#server/organiser/event-desk/propose-defaults.ts'
import { sendForbidden } from '#server/organiser/member/answer.ts'
import { findOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { eventsOfPass } from '#server/organiser/pass-editing/link-passes.ts'
import { loadStatedPass } from '#server/organiser/pass-editing/load-stated-pass.ts'
import { createPass, editPass } from '#server/organiser/pass-editing/save-pass.ts'
import { actOnPass, planPass, publicationCheck } from './act-on-pass.ts'
import { barredSettings, editablePass, requestedLinks } from './find-editable.ts'
import { listPasses } from './list-passes.ts'
import { offerAnew } from './offer-anew.ts'
import { factsOfPass } from './pass-facts.ts'
import { passFileRoutes } from './file-routes.ts'
import { fileOfPass } from './present-pass.ts'

/** Passes in the organiser's API: listed, created, read, changed, published, and as files. */
export function passEditsRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.get(listDeskPasses.path, { schema: routeSchema(listDeskPasses) }, async request => {
      const { organizationId, status, cursor = '' } = request.query
      const reach = reachOf(deskPrincipal(request), 'manage-events')
      const [, after] = /^(\d{1,9})$/.exec(cursor) ?? []
      const query = { reach, organizationId, status, after: after === undefined ? undefined : Number(after) }
      const { passes, next } = await listPasses(db, { ...query, language: choosePageLanguage(request) })
      return { passes, nextCursor: next === null ? null : String(next) }
    })

    app.get(readDeskPass.path, { schema: routeSchema(readDeskPass) }, async (request, reply) => {
      const pass = await editablePass(shop, request, request.params.passId)
      if (!pass) return reply.code(404).send(undefined)
      const { id, organizationId, publicId } = pass
      const stated = await loadStatedPass(db, id)
      const owner = await findOrganization(db, organizationId)
      return {
        id: publicId,
        status: stated.draft.status,
        version: stated.version,
        organizationId,
        organizationName: owner?.name ?? '',
        file: fileOfPass(stated, pass, owner),
        facts: await factsOfPass(shop, { id, stated, language: choosePageLanguage(request) }),
      }
    })

    await app.register(writingRoutes(shop))
    await app.register(actionRoutes(shop))
    await app.register(passFileRoutes(shop))
  }
}

/** Creates and changes passes; behind the hook of `passEditsRoutes`. */
function writingRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db } = shop
  return async app => {
    app.post(createDeskPass.path, { schema: routeSchema(createDeskPass) }, async (request, reply) => {
      const { organizationId, imageId, events, ...stated } = request.body
      const isOwn = may(deskPrincipal(request), 'manage-events', { organizationId })
      if (!isOwn || !(await findOrganization(db, organizationId))) return sendForbidden(reply)
      const barred = await barredSettings(shop, request, { pass: null, organizationId, settings: stated.settings })
      if (barred.length > 0) return refusePass(request, reply, shop, barred)
      // A pass cannot be paid at the door, no more than an event that takes place online.
      const place = { organizationId, language: choosePageLanguage(request), isOnline: true }
      const terms = await proposeTerms(db, organizationId)
      const completed = withPassDefaults(stated, { ...(await proposeDefaults(shop, place)), terms })
      const { links, problems } = await requestedLinks(shop, { pass: null, organizationId, events })
      const created = await createPass(shop, {
        organizationId,
        request: completed.request,
        image: await imageOf(shop, { imageId, imageUrl: stated.imageUrl }),
        by: await actorOf(db, deskPrincipal(request)),
        besides: problems,
        links: links?.read ?? [],
        check: publicationCheck(shop, { language: choosePageLanguage(request) }),
      })
      if (!created.ok) return refusePass(request, reply, shop, created.problems)
      await offerAnew(shop, created.value, [])
      const { version } = await loadStatedPass(db, created.value.id)
      return reply.code(201).send({ id: created.value.publicId, version, defaults: [...completed.defaults] })
    })

    app.put(changeDeskPass.path, { schema: routeSchema(changeDeskPass) }, async (request, reply) => {
      const pass = await editablePass(shop, request, request.params.passId)
      if (!pass) return reply.code(404).send(undefined)
      const { base, changes } = request.body
      const { imageId, events, ...stated } = changes
      const { organizationId } = pass
      const barred = await barredSettings(shop, request, { pass, organizationId, settings: stated.settings })
      if (barred.length > 0) return refusePass(request, reply, shop, barred)
      const image = await imageOf(shop, { imageId, imageUrl: stated.imageUrl })
      const by = await actorOf(db, deskPrincipal(request))
      const before = await eventsOfPass(shop, pass)
      const { links, problems } = await requestedLinks(shop, { pass, organizationId, events })
      const check = publicationCheck(shop, { language: choosePageLanguage(request) })
      const changed = await editPass(shop, { pass, request: stated, image, by, base, links, besides: problems, check })
      if (changed.kind === 'refused') return refusePass(request, reply, shop, changed.outcome.problems)
      if (changed.kind === 'conflict') return reply.code(409).send(presentConflict(changed))
      await offerAnew(shop, pass, before)
      return reply.code(200).send({ version: changed.version })
    })
  }
}

/** Publishes passes and takes them off sale; behind the hook of `passEditsRoutes`. */
function actionRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(planPassAction.path, { schema: routeSchema(planPassAction) }, async (request, reply) => {
      const pass = await editablePass(shop, request, request.params.passId)
      if (!pass) return reply.code(404).send(undefined)
      return planPass(shop, pass, { action: request.params.action, language: choosePageLanguage(request) })
    })

    app.post(doPassAction.path, { schema: routeSchema(doPassAction) }, async (request, reply) => {
      const pass = await editablePass(shop, request, request.params.passId)
      if (!pass) return reply.code(404).send(undefined)
      const by = await actorOf(shop.db, deskPrincipal(request))
      const step = { action: request.params.action, language: choosePageLanguage(request), by }
      const done = await actOnPass(shop, pass, step)
      if (!done.ok) return refusePass(request, reply, shop, done.problems)
      return reply.code(200).send(done.value)
    })
  }
}
