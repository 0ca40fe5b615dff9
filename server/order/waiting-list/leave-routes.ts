import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { eventPagePath, eventsPagePath, pathTo } from '#contract/paths.ts'
import { askToLeaveWaitingList as askCall, leaveWaitingList as leaveCall } from '#contract/waiting-list.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type PlainPage, sendPlainPage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { type Place, leaveWaitingList, placeOf } from './subscription.ts'

/**
 * The way out of the waiting list (domain rules 6.2). The address cannot be guessed, so it is the proof: mail programs
 * post to it without session or anti-forgery token (RFC 8058).
 */
export function leaveWaitingListRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const send = async (request: FastifyRequest, reply: FastifyReply, place: Place): Promise<FastifyReply> =>
    sendPlainPage(request, reply, shop.texts, await pageOf(shop, place))
  return async app => {
    // What is posted says nothing that the address does not.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined)
    app.addHook('onRequest', async (_, reply) => {
      reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
    })

    app.get(askCall.path, { schema: routeSchema(askCall), ...limited('leaveWaitingList') }, async (request, reply) =>
      send(request, reply, await placeOf(shop, request.params.key)),
    )

    app.post(
      leaveCall.path,
      { schema: routeSchema(leaveCall), ...limited('leaveWaitingList') },
      async (request, reply) => send(request, reply, await leaveWaitingList(shop, request.params.key)),
    )
  }
}

async function pageOf(shop: Shop, place: Place): Promise<PlainPage> {
  if (place.kind === 'none') {
    return {
      title: 'foyer.leave-waiting-list.done.title',
      text: 'foyer.leave-waiting-list.done.text',
      links: [{ text: 'foyer.leave-waiting-list.shop', to: eventsPagePath }],
    }
  }
  const { context: event } = await shop.catalog.eventOf(place.eventId)
  const page = {
    args: [displayName(event)],
    links: [{ text: 'foyer.leave-waiting-list.event', to: pathTo(eventPagePath, { shortName: event.shortName }) }],
  }
  return place.kind === 'ordered'
    ? { ...page, title: 'foyer.leave-waiting-list.ordered.title', text: 'foyer.leave-waiting-list.ordered.text' }
    : {
        ...page,
        title: 'foyer.leave-waiting-list.title',
        text: 'foyer.leave-waiting-list.text',
        button: 'foyer.leave-waiting-list.button',
      }
}
