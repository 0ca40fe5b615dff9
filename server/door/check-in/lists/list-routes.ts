import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/check-in.ts'
import type { KeyRole } from '#domain/access/principal/principal.ts'
import { callerOf, deny, keyOf } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findDoorTicket, findEvent, findOwnEvent, onlyForDoor } from '../access.ts'
import { sendText } from '#server/foundation/http/answer.ts'
import { countComers } from '../event-store.ts'
import { listEvents, searchAttendees } from './lists.ts'
import { presentAttendees, presentCheckInStatus, presentEvent } from '../present.ts'

/** What those at the door read: themselves, their events, how many have come, and who an attendee is. */
export function listRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const forAll = onlyForDoor('see-entrance', shop)
  const forScanners = onlyForDoor('check-in', shop)
  const forSupervisors = onlyForDoor('search-attendees', shop)

  return async app => {
    app.get(calls.getUserType.path, { schema: routeSchema(calls.getUserType), ...forAll }, async (request, reply) =>
      sendText(reply, 200, userType(callerOf(request).role)),
    )

    const details = { schema: routeSchema(calls.getUserDetails), ...forAll }
    app.get(calls.getUserDetails.path, details, async request => {
      const { role, description } = callerOf(request)
      const apiKey = keyOf(request)
      return { ...(apiKey !== undefined && { apiKey }), description, userType: userType(role) }
    })

    const events = { schema: routeSchema(calls.listEventsForCheckIn), ...forAll }
    app.get(calls.listEventsForCheckIn.path, events, async request => {
      const includesOnline = request.query.includeOnline ?? false
      const found = await listEvents(shop, callerOf(request), { includesOnline })
      return found.map(event => presentEvent(shop, event))
    })

    const status = { schema: routeSchema(calls.getCheckInStatus), ...forScanners }
    app.get(calls.getCheckInStatus.path, status, async (request, reply) => {
      const { eventName, ticketIdentifier } = request.params
      const ticket = await findDoorTicket(shop, callerOf(request), {
        shortName: eventName,
        identifier: ticketIdentifier,
      })
      return ticket === undefined ? deny(reply) : presentCheckInStatus(ticket)
    })

    const statistics = { schema: routeSchema(calls.getCheckInStatistics), ...forScanners }
    app.get(calls.getCheckInStatistics.path, statistics, async (request, reply) => {
      const offer = await findOwnEvent(shop, callerOf(request), { shortName: request.params.eventName })
      if (offer === undefined) return deny(reply)
      const { expected, checkedIn } = await countComers(shop.db, offer.context.id, request.query.categoryId)
      return { totalAttendees: expected, checkedIn, lastUpdate: shop.clock.now() }
    })

    const search = { schema: routeSchema(calls.searchAttendees), ...forSupervisors }
    app.get(calls.searchAttendees.path, search, async (request, reply) => {
      const found = await findEvent(shop, callerOf(request), { shortName: request.params.publicIdentifier })
      if (found.kind === 'unknown') return reply.code(404).send()
      if (found.kind === 'foreign') return deny(reply)
      const { query = '', page = 0 } = request.query
      const attendees = await searchAttendees(shop, { eventId: found.offer.context.id, query, page })
      return attendees === undefined ? reply.code(204).send() : presentAttendees(attendees)
    })
  }
}

const userType = (role: KeyRole) => calls.USER_TYPES.find(type => type === role) ?? 'OPERATOR'
