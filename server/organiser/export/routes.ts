import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { describeExport, downloadExport } from '#contract/desk-exports.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { sendRefusals } from '../member/answer.ts'
import { openWithColumns, readSpan, whoseExport } from './open-target.ts'
import { recipientsFor } from './recipients.ts'
import { FOR_EXPORTS, noteExport, sendExport } from './send-export.ts'

/** Exports in the organiser's API: as files that are streamed, and what they consist of. */
export function exportRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk(FOR_EXPORTS, { db, clock, baseUrl: config.baseUrl }))

    app.get(downloadExport.path, { schema: routeSchema(downloadExport) }, async (request, reply) => {
      const { kind } = request.params
      const {
        event,
        organization,
        format = 'csv',
        columns,
        from,
        to,
        period,
        timezone,
        lang: _lang,
        ...people
      } = request.query
      const by = deskPrincipal(request)
      const language = choosePageLanguage(request)
      const whose = await whoseExport(db, by, kind, { event, organization })
      if (!whose) return reply.code(404).send(undefined)
      if (!whose.ok) return sendRefusals(request, reply, shop, whose.problems)
      const span = readSpan({ from, to, period, now: clock.now() }, timezone ?? whose.value.zone ?? 'UTC')
      if (!span.ok) return sendRefusals(request, reply, shop, span.problems)
      const asked = { kind, whose: whose.value, by, language, span: span.value, people, columns: columns?.split(',') }
      const ready = await openWithColumns(shop, asked)
      if (!ready.ok) return sendRefusals(request, reply, shop, ready.problems)
      await noteExport(shop, by, {
        kind,
        format,
        whose: whose.value,
        keys: ready.value.keys,
        filter: { from, to, period, ...people },
      })
      return sendExport(shop, reply, { ready: ready.value, kind, format, whose: whose.value, language })
    })

    app.get(describeExport.path, { schema: routeSchema(describeExport) }, async (request, reply) => {
      const { kind } = request.params
      const by = deskPrincipal(request)
      const whose = await whoseExport(db, by, kind, request.query)
      if (!whose) return reply.code(404).send(undefined)
      if (!whose.ok) return sendRefusals(request, reply, shop, whose.problems)
      const span = { since: null, until: null }
      const asked = { kind, whose: whose.value, by, language: choosePageLanguage(request), span, columns: undefined }
      const ready = await openWithColumns(shop, asked)
      if (!ready.ok) return sendRefusals(request, reply, shop, ready.problems)
      return reply.code(200).send({
        columns: ready.value.opened.columns.map(({ key, label, type }) => ({ key, label, type })),
        recipients: await recipientsFor(db, by, { kind, whose: whose.value }),
        timezone: whose.value.zone,
      })
    })
  }
}
