import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { downloadPassFile, duplicateDeskPass, importDeskPass } from '#contract/desk-pass.ts'
import { filePath, pathTo } from '#contract/paths.ts'
import { may } from '#domain/access/principal/principal.ts'
import { problem } from '#domain/foundation/problem.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { refusePass } from '#server/organiser/event-desk/answer.ts'
import { imageAt } from '#server/organiser/event-editing/event-checks.ts'
import { completedPass } from '#server/organiser/event-file/import-offer.ts'
import { readOfferFile } from '#server/organiser/event-file/read-offer-file.ts'
import { writeOfferFile } from '#server/organiser/event-file/write-file.ts'
import { sendForbidden } from '#server/organiser/member/answer.ts'
import { findOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { loadStatedPass } from '#server/organiser/pass-editing/load-stated-pass.ts'
import { createPass } from '#server/organiser/pass-editing/save-pass.ts'
import { duplicatePass } from './duplicate-pass.ts'
import { publicationCheck } from './act-on-pass.ts'
import { barredSettings, editablePass, requestedLinks } from './find-editable.ts'
import { offerAnew } from './offer-anew.ts'
import { fileOfPass } from './present-pass.ts'

/** Passes as files, of files, and like others; behind the hook of `passEditsRoutes`. */
export function passFileRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, config } = shop
  return async app => {
    app.get(downloadPassFile.path, { schema: routeSchema(downloadPassFile) }, async (request, reply) => {
      const pass = await editablePass(shop, request, request.params.passId)
      if (!pass) return reply.code(404).send(undefined)
      const owner = await findOrganization(db, pass.organizationId)
      const { imageId, ...file } = fileOfPass(await loadStatedPass(db, pass.id), pass, owner)
      const imageUrl = imageId ? config.baseUrl + pathTo(filePath, { digest: imageId }) : null
      return reply
        .type('application/yaml; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="pass-${pass.publicId}.yaml"`)
        .send(writeOfferFile({ ...file, imageUrl }))
    })

    app.post(duplicateDeskPass.path, { schema: routeSchema(duplicateDeskPass) }, async (request, reply) => {
      const pass = await editablePass(shop, request, request.params.passId)
      if (!pass) return reply.code(404).send(undefined)
      const { title = null, onSaleFrom } = request.body
      const by = await actorOf(db, deskPrincipal(request))
      const created = await duplicatePass(shop, pass, { title, onSaleFrom, by })
      if (!created.ok) return refusePass(request, reply, shop, created.problems)
      await offerAnew(shop, created.value, [])
      const { version } = await loadStatedPass(db, created.value.id)
      return reply.code(201).send({ id: created.value.publicId, version })
    })

    app.post(importDeskPass.path, { schema: routeSchema(importDeskPass) }, async (request, reply) => {
      const { organizationId, text } = request.body
      const isOwn = may(deskPrincipal(request), 'manage-events', { organizationId })
      if (!isOwn || !(await findOrganization(db, organizationId))) return sendForbidden(reply)
      const read = readOfferFile(text, shop.clock.now())
      if ('problems' in read) {
        const unread = read.problems.map(({ field, code, args }) => problem(code, { field, args }))
        return refusePass(request, reply, shop, unread)
      }
      if ('event' in read) return refusePass(request, reply, shop, [problem('foyer.desk.pass.refused.is-an-event')])
      const { settings, events, imageUrl = null } = read.pass
      const barred = await barredSettings(shop, request, { pass: null, organizationId, settings })
      if (barred.length > 0) return refusePass(request, reply, shop, barred)
      const { links, problems } = await requestedLinks(shop, { pass: null, organizationId, events })
      const created = await createPass(shop, {
        organizationId,
        request: completedPass(read.pass),
        image: imageAt({ imageUrl }),
        by: await actorOf(db, deskPrincipal(request)),
        besides: problems,
        links: links?.read ?? [],
        check: publicationCheck(shop, { language: choosePageLanguage(request) }),
      })
      if (!created.ok) return refusePass(request, reply, shop, created.problems)
      await offerAnew(shop, created.value, [])
      const { version } = await loadStatedPass(db, created.value.id)
      return reply.code(201).send({ id: created.value.publicId, version })
    })
  }
}
