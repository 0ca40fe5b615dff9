import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-sponsors.ts'
import { sponsorPagePath } from '#contract/paths.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { editableEvent } from '#server/organiser/event-desk/find-event.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { sponsorsOf } from '../page/key-store.ts'
import { scansUntil } from '../page/leads.ts'
import { addSponsor, endSponsor, renewSponsor } from './keep-sponsors.ts'

/** The sponsors of an event in the organiser's API, for those who edit the event. No lead is read here. */
export function sponsorDeskRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  const answerOf = ({ id, key }: { readonly id: number; readonly key: string }) => ({
    id,
    link: `${config.baseUrl}${sponsorPagePath}#${key}`,
  })
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.listDeskSponsors.path, { schema: routeSchema(calls.listDeskSponsors) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const { context } = await shop.catalog.eventOf(event.id)
      return reply.code(200).send({
        title: inLanguage(context.title, choosePageLanguage(request)),
        timezone: context.timeZone,
        scansUntil: scansUntil(context.endsAt),
        sponsors: await sponsorsOf(db, event.id),
      })
    })

    app.post(calls.addDeskSponsor.path, { schema: routeSchema(calls.addDeskSponsor) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const { name } = request.body
      const made = await addSponsor(shop, { by: deskPrincipal(request), event, name })
      return made.ok ? reply.code(201).send(answerOf(made.value)) : sendRefusals(request, reply, shop, made.problems)
    })

    const renewal = { schema: routeSchema(calls.renewDeskSponsorLink) }
    app.post(calls.renewDeskSponsorLink.path, renewal, async (request, reply) => {
      const { eventId, sponsorId } = request.params
      const event = await editableEvent(shop, request, eventId)
      const made = event && (await renewSponsor(shop, { by: deskPrincipal(request), event, sponsorId }))
      return made ? reply.code(200).send(answerOf(made)) : reply.code(404).send(undefined)
    })

    app.delete(calls.endDeskSponsor.path, { schema: routeSchema(calls.endDeskSponsor) }, async (request, reply) => {
      const { eventId, sponsorId } = request.params
      const event = await editableEvent(shop, request, eventId)
      const isEnded = event && (await endSponsor(shop, { by: deskPrincipal(request), event, sponsorId }))
      return reply.code(isEnded ? 204 : 404).send(undefined)
    })
  }
}
