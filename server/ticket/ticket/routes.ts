import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import {
  downloadTicket,
  getFullTicket,
  getTicket,
  getTicketCode,
  getTicketCodeForMail,
  hasTicketEnded,
  releaseTicket as releaseTicketCall,
  sendTicketByEmail,
  updateTicket as updateTicketCall,
  wasTicketPassedOn,
} from '#contract/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import { qrPng } from '#server/documents/pdf/qr-code.ts'
import { refusal, validated } from '#server/foundation/http/answer.ts'
import { TooManyRequests, limited } from '#server/foundation/http/rate-limit.ts'
import type { Session } from '#server/foundation/http/session.ts'
import { sessionOf } from '#server/foundation/http/visitor.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { pinToVote } from '#server/ticket/poll/vote.ts'
import { presentItems } from './present-tickets.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { codeOf, eventKey, findGoodTicket, goodTicket } from '#server/order/order/good-ticket.ts'
import { type WhichTicket, hasEnded, readableAfter, wasPassedOn } from './former-ids.ts'
import { presentFullTicket, presentTicketInfo } from './present.ts'
import { updateOf, updateTicket } from './update-ticket.ts'
import { releaseTicket } from './release-ticket.ts'
import { hashForJoining, sendTicket } from './mails.ts'
import { findSold } from './sold-ticket.ts'
import { ticketFile } from './ticket-file.ts'

/** One ticket: its page, its code, its PDF, its mail once more; change of its holder, and release. */
export function ticketRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getTicket.path, { schema: routeSchema(getTicket) }, async (request, reply) => {
      const which = whichOf(request.params)
      const found = await findReadable(shop, which, sessionOf(request), publicId =>
        findGoodTicket(shop, which.shortName, publicId),
      )
      if (!found || found.isPassedOn) return reply.code(404).send()
      const { value: good, isFormer } = found
      const order = await completeOrder(shop.db, good.offer, good.reservation)
      const items = order.items.filter(({ ticketId }) => ticketId === good.ticket.id)
      return reply.code(200).send(
        presentTicketInfo(good, {
          texts: textsOf(good.offer, shop.texts),
          items: presentItems({ ...order, items }),
          hash: isFormer ? null : await hashForJoining(shop.db, good),
          pollPin: isFormer ? null : await pinToVote(shop.db, good.ticket, good.offer.context.id),
        }),
      )
    })

    app.get(getFullTicket.path, { schema: routeSchema(getFullTicket) }, async (request, reply) => {
      const { shortName, publicId } = whichOf(request.params)
      const offer = await shop.catalog.offeredEvent(shortName)
      const found =
        offer &&
        (await findReadable(shop, { shortName, publicId }, sessionOf(request), id => findSold(shop.db, offer, id)))
      if (!found) return reply.code(404).send()
      const { value: sold, isFormer, isPassedOn } = found
      const good = goodTicket({ ...sold.order, ticket: sold.ticket })
      const hash = good && !isFormer ? await hashForJoining(shop.db, good) : null
      const hiddenAs = isPassedOn ? () => publicId : undefined
      const shown = { texts: textsOf(offer, shop.texts), now: shop.clock.now(), hash, hiddenAs }
      return reply.code(200).send(presentFullTicket(sold, shown))
    })

    const update = { schema: routeSchema(updateTicketCall), ...limited('mail') }
    app.put(updateTicketCall.path, update, async (request, reply) => {
      const which = whichOf(request.params)
      const session = sessionOf(request)?.uuid ?? ''
      const updated = await updateTicket(shop, which, { ...updateOf(request.body, which.publicId), session })
      if (updated.kind === 'gone') return reply.code(404).send()
      if (updated.kind === 'wait') throw new TooManyRequests(updated.seconds)
      const { outcome } = updated
      if (outcome.ok) return reply.code(200).send(validated(true))
      return reply.code(422).send(refusal(outcome.problems, { form: '', value: false }))
    })

    app.get(wasTicketPassedOn.path, { schema: routeSchema(wasTicketPassedOn) }, async (request, reply) =>
      (await wasPassedOn(shop, whichOf(request.params))) ? reply.code(200).send(true) : reply.code(404).send(),
    )

    app.get(hasTicketEnded.path, { schema: routeSchema(hasTicketEnded) }, async (request, reply) =>
      (await hasEnded(shop, whichOf(request.params))) ? reply.code(200).send(true) : reply.code(404).send(),
    )

    app.delete(releaseTicketCall.path, { schema: routeSchema(releaseTicketCall) }, async (request, reply) => {
      const { shortName, publicId } = whichOf(request.params)
      const isReleased = await releaseTicket(shop, shortName, publicId)
      if (isReleased === undefined) return reply.code(404).send()
      return isReleased ? reply.code(200).send(true) : reply.code(400).send(false)
    })

    for (const code of [getTicketCode, getTicketCodeForMail]) {
      app.get(code.path, { schema: routeSchema(code) }, async (request, reply) => {
        const good = await findGoodTicket(shop, request.params.eventName, request.params.ticketIdentifier)
        if (!good) return reply.code(403).send()
        const image = await qrPng(codeOf(good, await eventKey(shop.db, good.offer.context)))
        return reply.type('image/png').header('X-Robots-Tag', 'noindex').send(image)
      })
    }

    app.get(downloadTicket.path, { schema: routeSchema(downloadTicket) }, async (request, reply) => {
      const good = await findGoodTicket(shop, request.params.eventName, request.params.ticketIdentifier)
      if (!good) return reply.code(403).send()
      const { fileName, pdf } = await ticketFile(shop, good)
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename=${fileName}`)
        .header('X-Robots-Tag', 'noindex')
        .send(Buffer.from(pdf))
    })

    const send = { schema: routeSchema(sendTicketByEmail), ...limited('mail') }
    app.post(sendTicketByEmail.path, send, async (request, reply) => {
      const good = await findGoodTicket(shop, request.params.eventName, request.params.ticketIdentifier)
      if (!good) return reply.code(404).send()
      const sent = await sendTicket(shop, good)
      if (sent.kind === 'gone') return reply.code(404).send()
      if (sent.kind === 'wait') throw new TooManyRequests(sent.seconds)
      return reply.code(200).send(true)
    })
  }
}

type Readable<Found> = {
  readonly value: Found
  readonly isFormer: boolean
  /** To another address: no more of it than its name is for the reader. */
  readonly isPassedOn: boolean
}

/** What is found by the id, or, for the session that has just changed the ticket, by the id it has now. */
async function findReadable<Found>(
  shop: Shop,
  which: WhichTicket,
  session: Session | undefined,
  find: (publicId: string) => Promise<Found | undefined>,
): Promise<Readable<Found> | undefined> {
  const found = await find(which.publicId)
  if (found !== undefined) return { value: found, isFormer: false, isPassedOn: false }
  const next = await readableAfter(shop, which, session?.uuid)
  const value = next && (await find(next.nextPublicId))
  return next && value !== undefined ? { value, isFormer: true, isPassedOn: next.isPassedOn } : undefined
}

function whichOf({ eventName, ticketIdentifier }: { eventName: string; ticketIdentifier: string }): WhichTicket {
  return { shortName: eventName, publicId: ticketIdentifier.toLowerCase() }
}
