import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-messages.ts'
import type { DeskMessage, DeskMessageDetail } from '#contract/desk-messages.ts'
import { reachOf } from '#domain/access/principal/principal.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { PLACEHOLDERS, languageFor } from '#domain/organiser/group-message/group-message.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { replyToOf } from '#server/mail/letter/send-letter.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { eventInReach } from '../attendees/event-in-reach.ts'
import { questionsOf } from '../attendees/list-attendees.ts'
import { keepMessage, repeat, stop } from './keep-message.ts'
import { type CountedMessage, failuresOf, messagesOf } from './message-store.ts'
import { planMessage, previewMessage, testMessage } from './plan-message.ts'

/** Messages to chosen people of an event in the organiser's API, for those who serve its orders. */
export function groupMessageRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  const served = (request: FastifyRequest, eventId: number): Promise<OfferedEvent | undefined> =>
    eventInReach(shop, eventId, reachOf(deskPrincipal(request), 'serve-orders'))

  return async app => {
    app.addHook('onRequest', onlyForDesk('serve-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.listDeskMessages.path, { schema: routeSchema(calls.listDeskMessages) }, async (request, reply) => {
      const offer = await served(request, request.params.eventId)
      if (!offer) return reply.code(404).send(undefined)
      const language = choosePageLanguage(request)
      const { context, categories } = offer
      return {
        event: { title: displayName(context), timezone: context.timeZone, organiser: context.organization.name },
        languages: [...context.languages],
        categories: categories.map(({ id, name }) => ({ id, name })),
        questions: questionsOf(offer, language),
        placeholders: [...PLACEHOLDERS],
        replyTo: replyToOf(offer),
        messages: (await messagesOf(db, context.id)).map(message => presented(message, offer, language)),
      }
    })

    app.post(calls.countDeskAudience.path, { schema: routeSchema(calls.countDeskAudience) }, async (request, reply) => {
      const offer = await served(request, request.params.eventId)
      return offer ? planMessage(db, { offer, ...request.body }) : reply.code(404).send(undefined)
    })

    app.post(
      calls.previewDeskMessage.path,
      { schema: routeSchema(calls.previewDeskMessage) },
      async (request, reply) => {
        const offer = await served(request, request.params.eventId)
        const shown = offer && (await previewMessage(shop, { offer, ...request.body }))
        if (!shown) return reply.code(404).send(undefined)
        return shown.ok ? shown.value : sendRefusals(request, reply, shop, shown.problems)
      },
    )

    app.post(calls.testDeskMessage.path, { schema: routeSchema(calls.testDeskMessage) }, async (request, reply) => {
      const offer = await served(request, request.params.eventId)
      const sent = offer && (await testMessage(shop, deskPrincipal(request), { offer, ...request.body }))
      if (!sent) return reply.code(404).send(undefined)
      return sent.ok ? sent.value : sendRefusals(request, reply, shop, sent.problems)
    })

    app.post(calls.sendDeskMessage.path, { schema: routeSchema(calls.sendDeskMessage) }, async (request, reply) => {
      const offer = await served(request, request.params.eventId)
      if (!offer) return reply.code(404).send(undefined)
      const by = await actorOf(db, deskPrincipal(request))
      const { sendAt = null, ...draft } = request.body
      const kept = await keepMessage(shop, { offer, by, sendAt, ...draft })
      if (!kept.ok) return sendRefusals(request, reply, shop, kept.problems)
      if (kept.value.kind === 'other') return reply.code(409).send(kept.value.plan)
      return reply.code(200).send({ messageId: Number(kept.value.messageId) })
    })

    app.register(oneMessageRoutes(shop, served))
  }
}

type Served = (request: FastifyRequest, eventId: number) => Promise<OfferedEvent | undefined>

/** One message: read, stopped, and sent again to those who did not get it. */
function oneMessageRoutes(shop: Shop, served: Served): FastifyPluginAsyncTypebox {
  const { db } = shop
  type OfMessage = { readonly eventId: number; readonly messageId: number }
  const read = async (
    request: FastifyRequest,
    { eventId, messageId }: OfMessage,
    change?: typeof stop,
  ): Promise<DeskMessageDetail | undefined> => {
    const offer = await served(request, eventId)
    const id = BigInt(messageId)
    if (!offer || (await messagesOf(db, eventId, id)).length === 0) return undefined
    if (change) await change(shop, { offer, id, by: await actorOf(db, deskPrincipal(request)) })
    const [message] = await messagesOf(db, eventId, id)
    return message && detail(shop, message, { offer, language: choosePageLanguage(request) })
  }
  return async app => {
    app.get(calls.readDeskMessage.path, { schema: routeSchema(calls.readDeskMessage) }, async (request, reply) => {
      return (await read(request, request.params)) ?? reply.code(404).send(undefined)
    })

    app.post(calls.stopDeskMessage.path, { schema: routeSchema(calls.stopDeskMessage) }, async (request, reply) => {
      return (await read(request, request.params, stop)) ?? reply.code(404).send(undefined)
    })

    app.post(calls.repeatDeskMessage.path, { schema: routeSchema(calls.repeatDeskMessage) }, async (request, reply) => {
      return (await read(request, request.params, repeat)) ?? reply.code(404).send(undefined)
    })
  }
}

function presented(message: CountedMessage, { context }: OfferedEvent, language: string): DeskMessage {
  const { id, purpose, status, texts, actor, createdAt, sendAt, endedAt, planned, figures } = message
  const shown = languageFor(texts, language, context.languages)
  const subject = shown === undefined ? '' : (texts[shown]?.subject ?? '')
  return { id: Number(id), purpose, status, subject, by: actor, createdAt, sendAt, endedAt, planned, figures }
}

type Shown = { readonly offer: OfferedEvent; readonly language: string }

async function detail({ db }: Shop, message: CountedMessage, { offer, language }: Shown): Promise<DeskMessageDetail> {
  const { id, audience, texts, withoutAddress, alreadyUnsubscribed } = message
  const failures = await failuresOf(db, id)
  return { ...presented(message, offer, language), audience, texts, withoutAddress, alreadyUnsubscribed, failures }
}
