import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/check-in.ts'
import { callerOf, deny } from '#server/api-key/guard.ts'
import type { Shop } from '#server/context.ts'
import { onlyForDoor } from '../only-for-door.ts'
import { checkIn } from './check-in.ts'
import { evaluateTicket } from './evaluate-ticket.ts'
import { findEvent, findOwnEvent } from '../find-event.ts'
import { openDoor } from './judge-ticket.ts'
import { presentScan } from '../present.ts'
import { scannerOf } from '../scanner.ts'

/** Who comes in. What is of another organisation is denied, and so is what doesn't exist, unless a call says otherwise. */
export function scanRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const forScanners = onlyForDoor('check-in', shop)

    app.get(
      calls.evaluateTicket.path,
      { ...forScanners, schema: routeSchema(calls.evaluateTicket) },
      async (request, reply) => {
        const { eventName, ticketIdentifier: identifier } = request.params
        const offer = await findOwnEvent(shop, callerOf(request), { shortName: eventName })
        if (offer === undefined) return deny(reply)
        const shown = { identifier, code: request.query.qrCode }
        return presentScan(await evaluateTicket(shop, await openDoor(shop, offer), shown))
      },
    )

    app.get(
      calls.evaluateTicketById.path,
      { ...forScanners, schema: routeSchema(calls.evaluateTicketById) },
      async (request, reply) => {
        const { eventId, ticketIdentifier: identifier } = request.params
        const offer = await findOwnEvent(shop, callerOf(request), { eventId })
        if (offer === undefined) return deny(reply)
        const shown = { identifier, code: request.query.qrCode }
        return presentScan(await evaluateTicket(shop, await openDoor(shop, offer), shown))
      },
    )

    app.post(calls.checkIn.path, { ...forScanners, schema: routeSchema(calls.checkIn) }, async request => {
      const { eventName, ticketIdentifier: identifier } = request.params
      const found = await findEvent(shop, callerOf(request), { shortName: eventName })
      if (found.kind === 'unknown') return presentScan({ status: 'EVENT_NOT_FOUND' })
      if (found.kind === 'foreign') return presentScan({ status: 'TICKET_NOT_FOUND' })
      const showing = { identifier, code: request.body.code ?? '', by: scannerOf(request, request.query) }
      return presentScan(await checkIn(shop, await openDoor(shop, found.offer), showing))
    })

    app.post(
      calls.checkInById.path,
      { ...forScanners, schema: routeSchema(calls.checkInById) },
      async (request, reply) => {
        const { eventId, ticketIdentifier: identifier } = request.params
        const offer = await findOwnEvent(shop, callerOf(request), { eventId })
        if (offer === undefined) return deny(reply)
        const showing = { identifier, code: request.body.code ?? '', by: scannerOf(request, request.query) }
        return presentScan(await checkIn(shop, await openDoor(shop, offer), showing))
      },
    )
  }
}
