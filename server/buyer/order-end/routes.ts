import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { downloadOrderDocument, getOrderChanges, getOrderEnd } from '#contract/order-end.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ownDocumentFile } from '#server/order/invoice/document-file.ts'
import { presentOrderChanges, presentOrderEnd } from './present.ts'
import { type ChangedOrder, readOrderChanges } from './read-order-changes.ts'
import { readDeletedOrder } from './read-deleted-order.ts'
import { findEnded, readOrderEnd } from './read-order-end.ts'

/** An order that goes on, for its credit notes: its own document has calls of the wire. */
async function findCredited(shop: Shop, id: ReservationId, documentId: string): Promise<ChangedOrder | undefined> {
  const changed = await readOrderChanges(shop, id)
  return changed?.creditNotes.some(note => note.id === documentId) ? changed : undefined
}

/** What became of an order that has ended or was changed, and its documents, for every client that has its id. */
export function orderEndRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getOrderEnd.path, { schema: routeSchema(getOrderEnd) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const ended = id && ((await readOrderEnd(shop, id)) ?? (await readDeletedOrder(shop, id)))
      return ended ? reply.code(200).send(presentOrderEnd(ended)) : reply.code(404).send()
    })

    app.get(getOrderChanges.path, { schema: routeSchema(getOrderChanges) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const changed = id && (await readOrderChanges(shop, id))
      return changed ? reply.code(200).send(presentOrderChanges(changed)) : reply.code(404).send()
    })

    app.get(downloadOrderDocument.path, { schema: routeSchema(downloadOrderDocument) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const documentId = request.params.documentId.toLowerCase()
      const order = id && ((await findEnded(shop, id)) ?? (await findCredited(shop, id, documentId)))
      const file = order && (await ownDocumentFile(shop, { id, offer: order.offer, documentId }))
      if (!file) return reply.code(404).send()
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename="${file.fileName}"`)
        .header('X-Robots-Tag', 'noindex')
        .send(Buffer.from(file.pdf))
    })
  }
}
