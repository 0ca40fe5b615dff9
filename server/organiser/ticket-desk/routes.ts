import * as calls from '#contract/organiser-reservations.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import type { BulkStatus, ImportAnswer } from '#contract/organiser-reservations.ts'
import type { Outcome } from '#domain/foundation/outcome.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { callerOf, deny, onlyFor, ownEvent } from '#server/access/api-key/guard.ts'
import type { SignIn } from '#server/access/sign-in/offered.ts'
import type { Shop } from '#server/catalog/context.ts'
import {
  countOrderFor,
  hrefOfOrder,
  presentCreated,
  presentProblems,
  presentRefused,
} from '#server/checkout/reservation/order-for.ts'
import { acceptImport } from './import-orders.ts'
import { findImport, type ImportProgress } from './import-store.ts'
import { isOfEvent, reserveTicketsFor } from './reserve-for.ts'
import { orderRequestOf } from './order-request.ts'

/** What organisers order for others, by API key. */
export function ticketDeskRoutes(shop: Shop, signIn: Pick<SignIn, 'isOffered'>): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-orders', shop))

    const reserve = { schema: routeSchema(calls.createTicketsReservation) }
    app.post(calls.createTicketsReservation.path, reserve, async (request, reply) => {
      const { body, params } = request
      await countOrderFor(app, request)
      const event = await ownEvent(shop, request, params.slug)
      const reserved = event && (await reserveTicketsFor(shop, event.shortName, orderRequestOf(body)))
      if (!event || !reserved) return deny(reply)
      if (!reserved.ok) return reply.code(400).send(presentRefused(reserved.problems))
      const context = { kind: 'event', shortName: event.shortName } as const
      const order = {
        id: reserved.value,
        context,
        isNamedPerson: body.user != null,
        pass: body.subscriptionId,
        language: body.language,
      }
      const href = await hrefOfOrder(shop, signIn, order)
      return reply.code(200).send(presentCreated(reserved.value, href))
    })

    const bring = { schema: routeSchema(calls.importReservations) }
    app.post(calls.importReservations.path, bring, async (request, reply) => {
      const { body: requests, params, query } = request
      const event = await ownEvent(shop, request, params.slug)
      if (!event) return deny(reply)
      const { keyId } = callerOf(request)
      const { shortName } = event
      const offer = await shop.catalog.offeredEvent(shortName)
      if (!offer || !requests.every(one => isOfEvent(orderRequestOf(one), offer))) return deny(reply)
      const outcome = await acceptImport(shop, { shortName, keyId, language: query.language, requests })
      return reply.code(outcome.ok ? 200 : 400).send(presentImport(outcome))
    })

    const route = { schema: routeSchema(calls.bulkStatus) }
    app.get(calls.bulkStatus.path, route, async (request, reply) => {
      const { slug, requestId } = request.params
      const event = await ownEvent(shop, request, slug)
      if (!event) return deny(reply)
      const found = isUuid(requestId) ? await findImport(shop.db, event.id, requestId) : undefined
      return found ? reply.code(200).send(presentProgress(found)) : reply.code(400).send(undefined)
    })
  }
}

export const presentImport = (outcome: Outcome<string>): ImportAnswer =>
  outcome.ok ? { batchId: outcome.value, errors: null } : { batchId: null, errors: presentProblems(outcome.problems) }

export const presentProgress = ({ id, eventId, keyId, success, pending, error }: ImportProgress): BulkStatus => ({
  requestId: id,
  userId: keyId ?? 0,
  eventId,
  countSuccess: success,
  countPending: pending,
  countError: error,
})
