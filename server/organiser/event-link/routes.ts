import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-links.ts'
import { namedEventLink } from '#contract/pages.ts'
import { eventPagePath, namedEventLinkPath, pathTo } from '#contract/paths.ts'
import { CHANNEL_PARAMETER } from '#domain/catalog/channel/channel.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { documentLook } from '#server/documents/pdf/document-look.ts'
import { posterPdf } from '#server/documents/pdf/poster-pdf.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { editableEvent } from '../event-desk/find-event.ts'
import { changeLink, createLink, removeLink } from './keep-links.ts'
import { type StoredLink, codesOfEvent, findLink, linksOf } from './link-store.ts'

/** Where a link with a name leads: the page of its event, which knows by which one its visitor came. */
export function namedLinkRoutes({ db }: Pick<Shop, 'db'>): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(namedEventLink.path, { schema: routeSchema(namedEventLink) }, async (request, reply) => {
      const { shortName, name } = request.params
      const link = await findLink(db, shortName, name.toLowerCase())
      const query = new URLSearchParams({
        ...(link && { [CHANNEL_PARAMETER]: link.name }),
        ...(link?.code != null && { code: link.code }),
      })
      const page = pathTo(eventPagePath, { shortName })
      reply.header('Cache-Control', 'no-store')
      return reply.redirect(query.size === 0 ? page : `${page}?${query.toString()}`, 302)
    })
  }
}

const addressOf = ({ config }: Pick<Shop, 'config'>, shortName: string, name: string): string =>
  `${config.baseUrl}${pathTo(namedEventLinkPath, { shortName, name })}`

/** Links and posters, for those who edit the event. */
export function eventLinkRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  const presented = (shortName: string, { id, name, code }: StoredLink) => ({
    id,
    name,
    code,
    address: addressOf(shop, shortName, name),
  })

  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.listEventLinks.path, { schema: routeSchema(calls.listEventLinks) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const [links, codes] = await Promise.all([linksOf(db, event.id), codesOfEvent(db, event)])
      return { links: links.map(link => presented(event.shortName, link)), codes }
    })

    app.post(calls.createEventLink.path, { schema: routeSchema(calls.createEventLink) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const made = await createLink(shop, deskPrincipal(request), event, request.body)
      return made.ok ? presented(event.shortName, made.value) : sendRefusals(request, reply, shop, made.problems)
    })

    app.put(calls.changeEventLink.path, { schema: routeSchema(calls.changeEventLink) }, async (request, reply) => {
      const { eventId, linkId: id } = request.params
      const event = await editableEvent(shop, request, eventId)
      const changed = event && (await changeLink(shop, deskPrincipal(request), event, { id, ...request.body }))
      if (!event || !changed) return reply.code(404).send(undefined)
      if (!changed.ok) return sendRefusals(request, reply, shop, changed.problems)
      const { link, isStale } = changed.value
      return reply.code(isStale ? 409 : 200).send(presented(event.shortName, link))
    })

    app.delete(calls.deleteEventLink.path, { schema: routeSchema(calls.deleteEventLink) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      const isGone = event && (await removeLink(shop, deskPrincipal(request), event, request.params.linkId))
      return reply.code(isGone ? 204 : 404).send(undefined)
    })

    await app.register(posterRoutes(shop))
  }
}

/** The poster of an event, or of one of its links. */
function posterRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, config } = shop
  return async app => {
    app.get(calls.downloadPoster.path, { schema: routeSchema(calls.downloadPoster) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      const { link: name, size = 'a4' } = request.query
      const offer = event && (await shop.catalog.offeredEvent(event.shortName))
      const link = event && name !== undefined ? await findLink(db, event.shortName, name) : undefined
      if (!offer || (name !== undefined && !link)) return reply.code(404).send(undefined)
      const { context, settings } = offer
      const { shortName, startsAt: start, endsAt: end, timeZone } = context
      const poster = {
        language: context.languages[0],
        size,
        name: displayName(context),
        organizer: context.organization.name,
        when: { start, end, timeZone },
        place: context.location,
        url: link ? addressOf(shop, shortName, link.name) : `${config.baseUrl}${pathTo(eventPagePath, { shortName })}`,
      }
      const pdf = await posterPdf(poster, textsOf(offer, shop.texts), await documentLook(db, settings, null))
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename="poster-${size}.pdf"`)
        .send(Buffer.from(pdf))
    })
  }
}
