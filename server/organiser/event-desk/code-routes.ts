import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { addEventCodes, downloadEventCodes } from '#contract/desk-codes.ts'
import { writeEvent } from '#domain/organiser/event-editing/write-event.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { separatorIn, spreadsheet } from '#server/foundation/base/text.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { loadStated } from '#server/organiser/event-editing/load-stated.ts'
import { codesOf } from '#server/organiser/event-statistics/event-stats.ts'
import { addCodes } from './add-codes.ts'
import { refuseEvent } from './answer.ts'
import { editableEvent } from './find-event.ts'
import { presentConflict } from './present-event.ts'

const COLUMNS = ['name', 'codeType', 'discountType', 'discount', 'validFrom', 'validTo', 'maxUsage'] as const

/** Many codes of an event in the organiser's API: added, and as a file. */
export function eventCodeRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.post(addEventCodes.path, { schema: routeSchema(addEventCodes) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const { base, like, names, drawn } = request.body
      const by = await actorOf(db, deskPrincipal(request))
      const { changed, added } = await addCodes(shop, event, {
        base,
        like,
        names: names ?? [],
        drawn: drawn ? { ...drawn, prefix: drawn.prefix ?? '' } : null,
        by,
      })
      if (changed.kind === 'refused') return refuseEvent(request, reply, shop, changed.outcome.problems)
      if (changed.kind === 'conflict') return reply.code(409).send(presentConflict(changed))
      shop.catalog.offerChanged(event)
      return reply.code(200).send({ version: changed.version, added: [...added] })
    })

    app.get(downloadEventCodes.path, { schema: routeSchema(downloadEventCodes) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const language = choosePageLanguage(request)
      const say = (key: string) => shop.texts.text(language, key)
      const { stated } = await loadStated(db, event.id, { withGroups: false })
      const counts = new Map((await codesOf(db, [event.id])).map(each => [each.promoCode, each]))
      const head = [
        ...COLUMNS.map(name => say(`foyer.desk.member.${name}`)),
        say('foyer.desk.codes.used'),
        say('foyer.desk.held'),
      ]
      const rows = (writeEvent(stated).tickets?.promoCodes ?? []).map(code => {
        const { confirmedTickets = 0, pendingTickets = 0 } = counts.get(code.name ?? '') ?? {}
        const limit = code.maxUsage === -1 ? '' : code.maxUsage
        const values = COLUMNS.map(name => String((name === 'maxUsage' ? limit : code[name]) ?? ''))
        return [...values, String(confirmedTickets), String(pendingTickets)]
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="codes-${event.shortName}.csv"`)
        .send(spreadsheet([head, ...rows], separatorIn(language)))
    })
  }
}
