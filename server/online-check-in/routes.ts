import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { getCheckInInfo, performOnlineCheckIn } from '#contract/online-check-in.ts'
import { pathTo, shellPath } from '#contract/paths.ts'
import { ticketUpdatePagePath, waitingRoomPath } from '#contract/ticket-paths.ts'
import type { Shop } from '#server/context.ts'
import { JSON_TYPE } from '#server/http/answer.ts'
import { limited } from '#server/http/rate-limit.ts'
import { zoneExists } from '#server/language/time-zone.ts'
import { findOnlineTicket } from './find-online-ticket.ts'
import { join } from './join.ts'
import { presentCheckInInfo } from './present.ts'

/** For those who take part online: what the waiting room tells, and the way in. */
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
      const told = { texts: shop.texts, now: shop.clock.now(), timeZone }
      return reply.code(200).send(presentCheckInInfo(good, told))
    })

    const checkIn = { schema: routeSchema(performOnlineCheckIn), ...limited('waitingRoom') }
    app.get(performOnlineCheckIn.path, checkIn, async (request, reply) => {
      keepSecret(reply)
      const { eventName, ticketIdentifier, ticketCodeHash } = request.params
      const address = { shortName: eventName, publicId: ticketIdentifier, hash: ticketCodeHash }
      const way = await join(shop, address, { isLooking: isOnlyLooking(request) })
      switch (way.to) {
        case 'call':
          return reply.redirect(way.link, 302)
        case 'waiting-room':
          return reply.redirect(pathTo(waitingRoomPath, request.params), 302)
        case 'ticket':
          return reply.redirect(pathTo(ticketUpdatePagePath, { eventName, ticketIdentifier }), 302)
        case 'home':
          return reply.redirect(shellPath, 302)
        default:
          return way satisfies never
      }
    })
  }
}

const NO_SUCH_ZONE = 'bad request: tz is no time zone, such as Europe/Zurich'

/** Whoever knows the address is let in: nobody keeps it, finds it, or tells the next site of it. */
function keepSecret(reply: FastifyReply): void {
  reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex').header('Referrer-Policy', 'no-referrer')
}

/** HEAD is answered by the same route; and browsers fetch what somebody may open next. */
function isOnlyLooking({ method, headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz']
  return method === 'HEAD' || /prefetch|prerender|preview/i.test(String(purpose))
}
