import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/check-in.ts'
import { callerOf, deny } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findOwnEvent, onlyForDoor, scannerOf } from '../access.ts'
import { checkIn } from './check-in.ts'
import { type ShownTicket, TICKET_NOT_FOUND, evaluateTicket, openDoor } from './judge-ticket.ts'
import type { WhichEvent } from '../event-store.ts'
import { presentScan } from '../present.ts'

/** Who comes in. What is of another organisation is denied, and so is what doesn't exist; a scan by name finds no ticket there. */
export function scanRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const forScanners = onlyForDoor('check-in', shop)

    const evaluate = async (request: FastifyRequest, reply: FastifyReply, event: WhichEvent, shown: ShownTicket) => {
      const offer = await findOwnEvent(shop, callerOf(request), event)
      if (offer === undefined) return deny(reply)
      const result = await evaluateTicket(shop, await openDoor(shop, offer), shown)
      return result === TICKET_NOT_FOUND ? deny(reply) : presentScan(result)
    }

    app.get(
      calls.evaluateTicket.path,
      { ...forScanners, schema: routeSchema(calls.evaluateTicket) },
      async (request, reply) => {
        const { eventName: shortName, ticketIdentifier: identifier } = request.params
        return evaluate(request, reply, { shortName }, { identifier, code: request.query.qrCode })
      },
    )

    app.get(
      calls.evaluateTicketById.path,
      { ...forScanners, schema: routeSchema(calls.evaluateTicketById) },
      async (request, reply) => {
        const { eventId, ticketIdentifier: identifier } = request.params
        return evaluate(request, reply, { eventId }, { identifier, code: request.query.qrCode })
      },
    )

    app.post(calls.checkIn.path, { ...forScanners, schema: routeSchema(calls.checkIn) }, async request => {
      const { eventName, ticketIdentifier: identifier } = request.params
      const offer = await findOwnEvent(shop, callerOf(request), { shortName: eventName })
      if (offer === undefined) return presentScan(TICKET_NOT_FOUND)
      const showing = { identifier, code: request.body.code ?? '', by: scannerOf(request, request.query) }
      return presentScan(await checkIn(shop, await openDoor(shop, offer), showing))
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
