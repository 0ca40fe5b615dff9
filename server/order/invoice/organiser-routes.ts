import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { downloadEInvoice } from '#contract/invoice.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { callerOf, deny, onlyFor } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { eInvoiceFile } from './document-file.ts'

/** Invoices as XML, by API key. */
export function organiserInvoiceRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-orders', shop))

    app.get(downloadEInvoice.path, { schema: routeSchema(downloadEInvoice) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const { format } = request.params
      const file = id && (await eInvoiceFile(shop, id, { by: callerOf(request), format, which: request.query }))
      if (!file || file.kind === 'foreign') return deny(reply)
      if (file.kind === 'none') return reply.code(404).send()
      return reply
        .type('application/xml')
        .header('Content-Disposition', `attachment; filename="${file.fileName}"`)
        .header('X-Robots-Tag', 'noindex')
        .send(file.xml)
    })
  }
}
