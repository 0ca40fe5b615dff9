import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { downloadInvoice, downloadPassInvoice, downloadPassReceipt, downloadReceipt } from '#contract/invoice.ts'
import type { Shop } from '#server/catalog/context.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { type Download, findDownload } from './document-file.ts'

/** The buyer's documents as PDF. */
export function invoiceRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    for (const { call, type } of DOWNLOADS) {
      app.get(call.path, { schema: routeSchema(call) }, async (request, reply) => {
        const { eventName: name, reservationId } = request.params
        return send(reply, await findDownload(shop, { of: 'event', name, reservationId, type }))
      })
    }
    for (const { call, type } of PASS_DOWNLOADS) {
      app.get(call.path, { schema: routeSchema(call) }, async (request, reply) => {
        const { id: name, reservationId } = request.params
        return send(
          reply,
          await findDownload(shop, { of: 'subscription', name: name.toLowerCase(), reservationId, type }),
        )
      })
    }
  }
}

function send(reply: FastifyReply, download: Download): FastifyReply {
  if (download.kind === 'none') return reply.code(404).send()
  if (download.kind === 'kept') return reply.code(400).type(JSON_TYPE).send(JSON.stringify(SENT_ANOTHER_WAY))
  return reply
    .type('application/pdf')
    .header('Content-Disposition', `attachment; filename="${download.fileName}"`)
    .header('X-Robots-Tag', 'noindex')
    .send(Buffer.from(download.pdf))
}

const DOWNLOADS = [
  { call: downloadInvoice, type: 'INVOICE' },
  { call: downloadReceipt, type: 'RECEIPT' },
] as const

const PASS_DOWNLOADS = [
  { call: downloadPassInvoice, type: 'INVOICE' },
  { call: downloadPassReceipt, type: 'RECEIPT' },
] as const

const SENT_ANOTHER_WAY = 'bad request: documents of this organiser go through the Italian exchange system'
