import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { routeSchema } from '#contract/call.ts'
import { getCheckInInfo, joinOnline, performOnlineCheckIn } from '#contract/online-check-in.ts'
import { pathTo, shellPath } from '#contract/paths.ts'
import { ticketUpdatePagePath, waitingRoomPath } from '#contract/ticket-paths.ts'
import type { Shop } from '#server/catalog/context.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { zoneExists } from '#server/foundation/language/dates.ts'
import { type OnlineAddress, type WayIn, findOnlineTicket, join, wayIn } from './join.ts'
import { presentCheckInInfo } from './present.ts'

/** For those who take part online: what the waiting room shows, and the way in. */
export function onlineCheckInRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const info = { schema: routeSchema(getCheckInInfo), ...limited('waitingRoom') }
    app.get(getCheckInInfo.path, info, async (request, reply) => {
      keepSecret(reply)
      const { eventName, ticketIdentifier, checkInCode } = request.params
      const found = await findOnlineTicket(shop, {
        shortName: eventName,
        publicId: ticketIdentifier,
        hash: checkInCode,
      })
      if (!found) return reply.code(404).send()
      const { good } = found
      const timeZone = request.query.tz || good.offer.context.timeZone
      if (!zoneExists(timeZone)) return reply.code(400).type(JSON_TYPE).send(JSON.stringify(NO_SUCH_ZONE))
      const context = { texts: shop.texts, now: shop.clock.now(), timeZone }
      return reply.code(200).send(presentCheckInInfo(good, context))
    })

    const options = { schema: routeSchema(performOnlineCheckIn), ...limited('waitingRoom') }
    app.get(performOnlineCheckIn.path, options, async (request, reply) => {
      keepSecret(reply)
      const way = await wayIn(shop, addressIn(request.params))
      // HEAD is answered by the same route, and the link is for people alone.
      const place = way.to === 'call' && isOnlyLooking(request) ? WAITING_ROOM : way
      return reply.redirect(placeOf(place, request.params), 302)
    })

    const enter = { schema: routeSchema(joinOnline), ...limited('waitingRoom') }
    app.post(joinOnline.path, enter, async (request, reply) => {
      keepSecret(reply)
      return reply.redirect(placeOf(await join(shop, addressIn(request.params)), request.params), 303)
    })
  }
}

type Joining = Static<typeof joinOnline.params>

const addressIn = ({ eventName, ticketIdentifier, ticketCodeHash }: Joining): OnlineAddress => ({
  shortName: eventName,
  publicId: ticketIdentifier,
  hash: ticketCodeHash,
})

const WAITING_ROOM: WayIn = { to: 'waiting-room' }

function placeOf(way: WayIn, params: Joining): string {
  switch (way.to) {
    case 'call':
      return way.link
    case 'waiting-room':
      return pathTo(waitingRoomPath, params)
    case 'ticket':
      return pathTo(ticketUpdatePagePath, params)
    case 'home':
      return shellPath
    default:
      return way satisfies never
  }
}

const NO_SUCH_ZONE = 'bad request: tz is no time zone, such as Europe/Zurich'

/** Every client that knows the address is let in: it is not cached, not indexed, and not sent to the next site. */
function keepSecret(reply: FastifyReply): void {
  reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex').header('Referrer-Policy', 'no-referrer')
}

/** By HEAD, or to have at hand what a visitor may open next. */
function isOnlyLooking({ method, headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz']
  return method === 'HEAD' || /prefetch|prerender|preview/i.test(String(purpose))
}
