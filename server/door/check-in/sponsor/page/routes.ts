import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/sponsor.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Shop } from '#server/catalog/context.ts'
import { separatorIn, spreadsheet } from '#server/foundation/base/text.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { onlyForSponsor, refuseSponsor, sponsorOf } from './guard.ts'
import { KeyEnded, noteLead, pageOfLeads, removeLead, scanForSponsor, scansUntil, tableOfLeads } from './leads.ts'

/** The calls of the page of a sponsor, by its key. */
export function sponsorPageRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock } = shop
  return async app => {
    app.addHook('onRequest', onlyForSponsor(shop))
    app.setErrorHandler((error, _request, reply: FastifyReply) => {
      if (error instanceof KeyEnded) return refuseSponsor(reply)
      throw error
    })

    app.get(calls.readSponsor.path, { schema: routeSchema(calls.readSponsor) }, async request => {
      const { principal, name } = sponsorOf(request)
      const { context } = await shop.catalog.eventOf(principal.eventId)
      return {
        id: principal.sponsorId,
        name,
        event: { title: inLanguage(context.title, choosePageLanguage(request)), timezone: context.timeZone },
        scansUntil: scansUntil(context.endsAt),
        isScanning: clock.now() <= scansUntil(context.endsAt),
      }
    })

    app.get(calls.listSponsorLeads.path, { schema: routeSchema(calls.listSponsorLeads) }, async request =>
      pageOfLeads(db, sponsorOf(request).principal.sponsorId, request.query.before),
    )

    const scan = { schema: routeSchema(calls.scanForSponsor), ...limited('badge') }
    app.post(calls.scanForSponsor.path, scan, async (request, reply) => {
      const scanned = await scanForSponsor(shop, sponsorOf(request), {
        code: request.body.code,
        ageMs: request.body.ageMs ?? 0,
      })
      return scanned.ok ? scanned.value : sendRefusals(request, reply, shop, scanned.problems)
    })

    app.put(calls.noteSponsorLead.path, { schema: routeSchema(calls.noteSponsorLead) }, async (request, reply) => {
      const { notes, status, seen } = request.body
      const noting = { leadId: request.params.leadId, wanted: { notes, status }, seen }
      const done = await noteLead(shop, sponsorOf(request), noting)
      if (!done) return reply.code(404).send(undefined)
      return done.kind === 'noted' ? reply.code(200).send(done.lead) : reply.code(409).send(done.lead)
    })

    app.delete(
      calls.removeSponsorLead.path,
      { schema: routeSchema(calls.removeSponsorLead) },
      async (request, reply) => {
        const isRemoved = await removeLead(shop, sponsorOf(request), request.params.leadId)
        return reply.code(isRemoved ? 204 : 404).send(undefined)
      },
    )

    app.get(
      calls.downloadSponsorLeads.path,
      { schema: routeSchema(calls.downloadSponsorLeads) },
      async (request, reply) => {
        const { sponsorId, eventId } = sponsorOf(request).principal
        const { context } = await shop.catalog.eventOf(eventId)
        const rows = await tableOfLeads(db, sponsorId, context.timeZone)
        return reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', `attachment; filename="leads-${context.shortName}.csv"`)
          .send(spreadsheet(rows, separatorIn(choosePageLanguage(request))))
      },
    )
  }
}
