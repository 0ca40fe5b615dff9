import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-exports.ts'
import type { SavedExport } from '#contract/desk-exports.ts'
import { type Principal, reachOf } from '#domain/access/principal/principal.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { spanOf } from '#domain/organiser/export/schedule.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { sendRefusals } from '../member/answer.ts'
import { changeExport, seenOf } from './change-export.ts'
import { exportableBy } from './exportable.ts'
import { openSaved } from './open-saved.ts'
import { mayHave } from './recipients.ts'
import { FOR_EXPORTS, noteExport, sendExport } from './send-export.ts'
import { saveExport } from './save-export.ts'
import { type StoredExport, deleteSaved, savedById, savedInReach } from './saved-store.ts'

const MOST_LISTED = 200

/** Saved exports in the organiser's API. */
export function savedExportRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk(FOR_EXPORTS, { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.listSavedExports.path, { schema: routeSchema(calls.listSavedExports) }, async request => {
      const by = deskPrincipal(request)
      const rows = await savedInReach(db, reachOf(by, ...FOR_EXPORTS), MOST_LISTED)
      const language = choosePageLanguage(request)
      return {
        exports: rows.filter(row => isFor(by, row)).map(row => presentSaved(row, language)),
        whose: await exportableBy(db, by, language),
      }
    })

    await app.register(keepingRoutes(shop))

    app.get(
      calls.downloadSavedExport.path,
      { schema: routeSchema(calls.downloadSavedExport) },
      async (request, reply) => {
        const by = deskPrincipal(request)
        const saved = await savedFor(shop, by, request.params.exportId)
        const language = choosePageLanguage(request)
        const span = saved && spanOf(saved.period, saved.timeZone, clock.now())
        const ready = saved && span && (await openSaved(shop, saved, { by, language, span }))
        if (!saved || !ready) return reply.code(404).send(undefined)
        const { kind, format, period } = saved
        const { whose, keys } = ready
        await noteExport(shop, by, { kind, format, whose, keys, filter: { saved: saved.id, period } })
        return sendExport(shop, reply, { ready, kind, format, whose, language })
      },
    )
  }
}

/** Saved exports made, changed and deleted. */
function keepingRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock } = shop
  return async app => {
    app.post(calls.saveExport.path, { schema: routeSchema(calls.saveExport) }, async (request, reply) => {
      const language = choosePageLanguage(request)
      const saved = await saveExport(shop, request.body, { by: deskPrincipal(request), language })
      if (!saved) return reply.code(404).send(undefined)
      if (!saved.ok) return sendRefusals(request, reply, shop, saved.problems)
      const row = await savedById(db, saved.value)
      return row ? reply.code(201).send(presentSaved(row, language)) : reply.code(404).send(undefined)
    })

    app.put(calls.changeSavedExport.path, { schema: routeSchema(calls.changeSavedExport) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const language = choosePageLanguage(request)
      const saved = await savedFor(shop, by, request.params.exportId)
      const changed = saved && (await changeExport(shop, request.body, { by, language, saved }))
      if (!changed) return reply.code(404).send(undefined)
      if (!changed.ok) return sendRefusals(request, reply, shop, changed.problems)
      const row = await savedById(db, request.params.exportId)
      if (!row) return reply.code(404).send(undefined)
      return reply.code(changed.value === 'stale' ? 409 : 200).send(presentSaved(row, language))
    })

    app.delete(
      calls.deleteSavedExport.path,
      { schema: routeSchema(calls.deleteSavedExport) },
      async (request, reply) => {
        const by = deskPrincipal(request)
        const saved = await savedFor(shop, by, request.params.exportId)
        if (!saved) return reply.code(404).send(undefined)
        const actor = await actorOf(db, by)
        const { organizationId, eventId: subjectId, name: subject } = saved
        await transaction(db, async tx => {
          if (!(await deleteSaved(tx, saved.id))) return
          const change = { kind: 'EXPORT', subject, subjectId, organizationId, action: 'EXPORT_DELETED' } as const
          await recordChange(tx, actor, { ...change, now: clock.now() })
        })
        return reply.code(204).send(undefined)
      },
    )
  }
}

const isFor = (by: Principal, { kind, organizationId, eventId }: StoredExport): boolean =>
  mayHave(by, { kind, whose: { organizationId, eventId } })

/** A saved export that the caller may have. */
async function savedFor({ db }: Pick<Shop, 'db'>, by: Principal, id: number): Promise<StoredExport | undefined> {
  const saved = await savedById(db, id)
  return saved && isFor(by, saved) ? saved : undefined
}

function presentSaved(row: StoredExport, language: string): SavedExport {
  const { id, name, kind, format, columns, period, timeZone, eventId, organizationId, schedule } = row
  return {
    id,
    name,
    kind,
    format,
    columns: [...columns],
    period,
    timezone: timeZone,
    event: eventId,
    organization: organizationId,
    of: row.eventTitle === null ? row.organization : inLanguage(row.eventTitle, language),
    by: row.by,
    schedule,
    dueAt: row.dueAt,
    state: row.state,
    recipients: [...row.recipients],
    recipientIds: [...row.recipientIds],
    seen: seenOf(row),
  }
}
