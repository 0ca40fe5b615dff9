import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { downloadTicket, getTicket, getTicketCode, getTicketCodeForMail, sendTicketByEmail } from '#contract/ticket.ts'
import type { Shop } from '#server/context.ts'
import { ticketPdf } from '#server/documents/pdf/ticket-pdf.ts'
import { ticketFileName } from '#server/documents/pdf/ticket-document.ts'
import { qrPng } from '#server/documents/qr-code.ts'
import { limited } from '#server/http/rate-limit.ts'
import { textsOf } from '#server/language/overrides.ts'
import { codeOf, describeTicket } from './describe-ticket.ts'
import { eventKey, findGoodTicket } from './good-ticket.ts'
import { presentTicketInfo } from './present.ts'
import { sendTicket } from './send-ticket.ts'

/** One ticket: its page, its code, its PDF, and its mail once more. */
export function ticketRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getTicket.path, { schema: routeSchema(getTicket) }, async (request, reply) => {
      const good = await findGoodTicket(shop, request.params.eventName, request.params.ticketIdentifier)
      if (!good) return reply.code(404).send()
      return reply.code(200).send(presentTicketInfo(good, textsOf(good.sale, shop.texts)))
    })

    for (const code of [getTicketCode, getTicketCodeForMail]) {
      app.get(code.path, { schema: routeSchema(code) }, async (request, reply) => {
        const good = await findGoodTicket(shop, request.params.eventName, request.params.ticketIdentifier)
        if (!good) return reply.code(403).send()
        const image = await qrPng(codeOf(good, await eventKey(shop.db, good.sale.event)))
        return reply
          .type('image/png')
          .header('X-Robots-Tag', 'noindex')
          .header('Cache-Control', 'private, no-cache')
          .send(image)
      })
    }

    app.get(downloadTicket.path, { schema: routeSchema(downloadTicket) }, async (request, reply) => {
      const good = await findGoodTicket(shop, request.params.eventName, request.params.ticketIdentifier)
      if (!good) return reply.code(403).send()
      const ticket = describeTicket(good, await eventKey(shop.db, good.sale.event))
      const pdf = await ticketPdf(ticket, textsOf(good.sale, shop.texts))
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename=${ticketFileName(good.ticket.publicId)}`)
        .header('X-Robots-Tag', 'noindex')
        .send(Buffer.from(pdf))
    })

    const send = { schema: routeSchema(sendTicketByEmail), ...limited('mail') }
    app.post(sendTicketByEmail.path, send, async (request, reply) => {
      const good = await findGoodTicket(shop, request.params.eventName, request.params.ticketIdentifier)
      if (!good) return reply.code(404).send()
      await sendTicket(shop, good)
      return reply.code(200).send(true)
    })
  }
}
