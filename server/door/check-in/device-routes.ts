import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/door-device.ts'
import { callerOf, deny } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findOwnEvent, onlyForDoor } from './access.ts'
import { openDoor } from './scan/judge-ticket.ts'
import { changedTickets, isOfflineAllowed, labelLayout, offlineTickets } from './device.ts'
import { ticketsByNumber } from './lists/list-store.ts'
import { presentDeskTicket } from './present.ts'

/** What devices at the door keep: tickets for when they have no connection, and how to print a badge. */
export function deviceRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const forAll = onlyForDoor('see-entrance', shop)
  const forScanners = onlyForDoor('check-in', shop)

  return async app => {
    const layout = { schema: routeSchema(calls.getLabelLayout), ...forAll }
    app.get(calls.getLabelLayout.path, layout, async (request, reply) => {
      const offer = await findOwnEvent(shop, callerOf(request), { shortName: request.params.eventName })
      if (offer === undefined) return deny(reply)
      if (!isOfflineAllowed(offer)) return reply.code(412).send()
      return labelLayout(offer) ?? reply.code(204).send()
    })

    const identifiers = { schema: routeSchema(calls.getOfflineIdentifiers), ...forScanners }
    app.get(calls.getOfflineIdentifiers.path, identifiers, async (request, reply) => {
      const now = shop.clock.now()
      const offer = await findOwnEvent(shop, callerOf(request), { shortName: request.params.eventName })
      if (offer === undefined) return deny(reply)
      const isAllowed = isOfflineAllowed(offer)
      reply.header(calls.TIME_HEADER, isAllowed ? String(now) : '0')
      return isAllowed ? changedTickets(shop, offer.context.id, request.query.changedSince) : []
    })

    const offline = { schema: routeSchema(calls.getOfflineTickets), ...forScanners }
    app.post(calls.getOfflineTickets.path, offline, async (request, reply) => {
      const offer = await findOwnEvent(shop, callerOf(request), { shortName: request.params.eventName })
      if (offer === undefined) return deny(reply)
      if (!isOfflineAllowed(offer)) return {}
      const query = { numbers: request.body, fields: request.query.additionalField ?? [] }
      return Object.fromEntries(await offlineTickets(shop, await openDoor(shop, offer), query))
    })

    const numbers = { schema: routeSchema(calls.getTicketIdentifiers), ...forScanners }
    app.get(calls.getTicketIdentifiers.path, numbers, async (request, reply) => {
      const now = shop.clock.now()
      const offer = await findOwnEvent(shop, callerOf(request), { eventId: request.params.eventId })
      if (offer === undefined) return deny(reply)
      reply.header(calls.TIME_HEADER, String(now))
      return changedTickets(shop, offer.context.id, request.query.changedSince)
    })

    const tickets = { schema: routeSchema(calls.getTicketsForCheckIn), ...forScanners }
    app.post(calls.getTicketsForCheckIn.path, tickets, async (request, reply) => {
      const offer = await findOwnEvent(shop, callerOf(request), { eventId: request.params.eventId })
      if (offer === undefined) return deny(reply)
      return (await ticketsByNumber(shop.db, offer.context.id, request.body)).map(presentDeskTicket)
    })
  }
}
