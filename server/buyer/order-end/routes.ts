import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { downloadOrderDocument, getOrderEnd } from '#contract/order-end.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ownDocumentFile } from '#server/order/invoice/own-documents.ts'
import { presentOrderEnd } from './present.ts'
import { findEnded, readOrderEnd } from './read-order-end.ts'

/** What became of an order that has ended, and its documents, for every client that has its id. */
export function orderEndRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getOrderEnd.path, { schema: routeSchema(getOrderEnd) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const ended = id && (await readOrderEnd(shop, id))
      return ended ? reply.code(200).send(presentOrderEnd(ended)) : reply.code(404).send()
    })

    app.get(downloadOrderDocument.path, { schema: routeSchema(downloadOrderDocument) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const order = id && (await findEnded(shop, id))
      const documentId = request.params.documentId.toLowerCase()
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
