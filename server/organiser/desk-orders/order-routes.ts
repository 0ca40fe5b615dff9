import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-order-detail.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { documentFileOfOrder } from '#server/order/invoice/document-file.ts'
import { goodTicket } from '#server/order/order/good-ticket.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { isEventOrder, readOrder } from '#server/order/order/read-order.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { ticketFile } from '#server/ticket/ticket/ticket-file.ts'
import { type FoundOrder, servedOrder } from './find-order.ts'
import { putTags, removeNote, writeNote } from './notes.ts'
import { memberOf, readOrderAtDesk } from './read-order-at-desk.ts'

/** One order in the organiser's API: read, noted and tagged, its documents and tickets as files. */
export function deskOrderDetailRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('serve-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.readDeskOrder.path, { schema: routeSchema(calls.readDeskOrder) }, async (request, reply) => {
      const found = await servedOrder(db, request)
      const reader = { language: choosePageLanguage(request), now: clock.now() }
      const order = found && (await readOrderAtDesk(shop, found, reader))
      return order ?? reply.code(404).send(undefined)
    })

    app.post(calls.writeOrderNote.path, { schema: routeSchema(calls.writeOrderNote) }, async (request, reply) => {
      const found = await servedOrder(db, request)
      if (!found) return reply.code(404).send(undefined)
      const by = await actorOf(db, found.by)
      const written = await writeNote(db, found.id, { text: request.body.text, by, now: clock.now() })
      if (!written.ok) return sendRefusals(request, reply, shop, written.problems)
      return reply.code(201).send(written.value)
    })

    app.delete(calls.removeOrderNote.path, { schema: routeSchema(calls.removeOrderNote) }, async (request, reply) => {
      const found = await servedOrder(db, request)
      const note = { noteId: request.params.noteId, memberId: found ? memberOf(found.by) : null }
      const isGone = found && (await removeNote(db, found.id, note))
      return reply.code(isGone ? 204 : 404).send(undefined)
    })

    app.put(calls.putOrderTags.path, { schema: routeSchema(calls.putOrderTags) }, async (request, reply) => {
      const found = await servedOrder(db, request)
      if (!found) return reply.code(404).send(undefined)
      const put = await putTags(db, found.id, request.body.tags)
      if (!put.ok) return sendRefusals(request, reply, shop, put.problems)
      return reply.code(200).send({ tags: put.value })
    })

    const document = { schema: routeSchema(calls.downloadOrderDocument) }
    app.get(calls.downloadOrderDocument.path, document, async (request, reply) => {
      const found = await servedOrder(db, request, 'manage-orders')
      return sendPdf(reply, found && (await documentOf(shop, found, request.params.documentId)))
    })

    const ticket = { schema: routeSchema(calls.downloadOrderTicket) }
    app.get(calls.downloadOrderTicket.path, ticket, async (request, reply) => {
      const found = await servedOrder(db, request)
      return sendPdf(reply, found && (await ticketOf(shop, found, request.params.ticketId)))
    })
  }
}

type File = { readonly fileName: string; readonly pdf: Uint8Array }

async function documentOf(shop: Shop, { id }: FoundOrder, documentId: string): Promise<File | undefined> {
  const offer = isUuid(documentId) ? await offerOfReservation(shop, id) : undefined
  return offer && documentFileOfOrder(shop, { id, offer, documentId })
}

/** Of a good ticket alone. */
async function ticketOf(shop: Shop, { id }: FoundOrder, ticketId: string): Promise<File | undefined> {
  const order = await readOrder(shop, id)
  const ticket = order?.tickets.find(({ publicId }) => publicId === ticketId)
  if (!order || !ticket || !isEventOrder(order)) return undefined
  const good = goodTicket({ ticket, reservation: order.reservation, offer: order.offer })
  return good && ticketFile(shop, good)
}

function sendPdf(reply: FastifyReply, file: File | undefined): FastifyReply {
  if (!file) return reply.code(404).send(undefined)
  return reply
    .type('application/pdf')
    .header('Content-Disposition', `attachment; filename="${file.fileName}"`)
    .header('X-Robots-Tag', 'noindex')
    .send(Buffer.from(file.pdf))
}
