import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { callerOf, deny, onlyFor, ownEvent } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { readOrder } from '#server/order/order/read-order.ts'
import { ownPass } from '#server/organiser/pass-editing/find-pass.ts'
import { deleteTicket } from './delete-ticket.ts'
import { listAttendees, presentOrder } from './present.ts'
import { organiserWordsOf } from './store.ts'
import * as calls from '#contract/organiser-orders.ts'

/** What organisers read of orders and attendees, and a ticket that they take back, by API key. */
export function orderDeskRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-orders', shop))

    const attendees = { schema: routeSchema(calls.downloadAttendees) }
    app.get(calls.downloadAttendees.path, attendees, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      return event ? reply.code(200).send(await listAttendees(shop, event.id)) : deny(reply)
    })

    app.delete(calls.deleteTicket.path, { schema: routeSchema(calls.deleteTicket) }, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      if (!event) return deny(reply)
      const { ticketUUID: uuid } = request.params
      const isDeleted = await deleteTicket(shop, { eventId: event.id, uuid, by: callerOf(request).description })
      return isDeleted === undefined ? deny(reply) : reply.code(200).send(isDeleted)
    })

    /** An unknown order is denied as that of another organisation or event: the wire has no other answer. */
    const detail = { schema: routeSchema(calls.getReservationDetail) }
    app.get(calls.getReservationDetail.path, detail, async (request, reply) => {
      const { purchaseContextType, publicIdentifier, id } = request.params
      const find = purchaseContextType === 'event' ? ownEvent : ownPass
      const context = await find(shop, request, publicIdentifier)
      const reservation = reservationId(id)
      const order = context && reservation && (await readOrder(shop, reservation))
      if (!context || !order || order.reservation.contextId !== context.id) return deny(reply)
      return reply.code(200).send(presentOrder(shop.config, order, await organiserWordsOf(shop.db, reservation)))
    })
  }
}
