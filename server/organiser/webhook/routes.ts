import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-webhooks.ts'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import { type Instant, hours } from '#domain/foundation/instant.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { MAX_ENDPOINTS } from '#domain/organiser/webhook/webhook.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { sendForbidden, sendRefusals } from '#server/organiser/member/answer.ts'
import { type ListedDelivery, attemptsOf, findDelivery, listDeliveries } from './delivery-store.ts'
import { type Endpoint, endpointsOf, findEndpoint } from './endpoint-store.ts'
import { changeEndpoint, createEndpoint, redeliver, removeEndpoint, rotateSecret, sendTest } from './keep-endpoints.ts'
import { messageBody, publicMessageId } from './message-body.ts'

const PAGE = 50

/** Who gets what happens in an organisation is decided by its owners, as its keys are. */
const mayKeep = (by: Principal, organizationId: number): boolean => may(by, 'manage-members', { organizationId })

/** The endpoint, where it is one of an organisation of the caller. */
async function ownEndpoint({ db }: Shop, by: Principal, id: string): Promise<Endpoint | undefined> {
  const endpoint = isUuid(id) ? await findEndpoint(db, id) : undefined
  return endpoint && mayKeep(by, endpoint.organizationId) ? endpoint : undefined
}

/** Where changes of an organisation are sent. */
export function organiserWebhookRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-members', { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.listWebhooks.path, { schema: routeSchema(calls.listWebhooks) }, async (request, reply) => {
      const { organizationId } = request.query
      if (!mayKeep(deskPrincipal(request), organizationId)) return sendForbidden(reply)
      return {
        webhooks: (await endpointsOf(db, organizationId)).map(one => presented(one, clock.now())),
        maximum: MAX_ENDPOINTS,
      }
    })

    app.post(calls.createWebhook.path, { schema: routeSchema(calls.createWebhook) }, async (request, reply) => {
      const by = deskPrincipal(request)
      if (!mayKeep(by, request.body.organizationId)) return sendForbidden(reply)
      const made = await createEndpoint(shop, by, request.body)
      if (!made.ok) return sendRefusals(request, reply, shop, made.problems)
      return { webhook: presented(made.value.endpoint, clock.now()), secret: made.value.secret }
    })

    app.get(calls.readWebhook.path, { schema: routeSchema(calls.readWebhook) }, async (request, reply) => {
      const endpoint = await ownEndpoint(shop, deskPrincipal(request), request.params.webhookId)
      return endpoint ? presented(endpoint, clock.now()) : reply.code(404).send(undefined)
    })

    app.put(calls.putWebhook.path, { schema: routeSchema(calls.putWebhook) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const endpoint = await ownEndpoint(shop, by, request.params.webhookId)
      const changed = endpoint && (await changeEndpoint(shop, by, endpoint.id, request.body))
      if (!changed) return reply.code(404).send(undefined)
      return changed.ok ? presented(changed.value, clock.now()) : sendRefusals(request, reply, shop, changed.problems)
    })

    app.delete(calls.deleteWebhook.path, { schema: routeSchema(calls.deleteWebhook) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const endpoint = await ownEndpoint(shop, by, request.params.webhookId)
      const isDeleted = endpoint !== undefined && (await removeEndpoint(shop, by, endpoint.id))
      return reply.code(isDeleted ? 204 : 404).send(undefined)
    })

    app.post(
      calls.rotateWebhookSecret.path,
      { schema: routeSchema(calls.rotateWebhookSecret) },
      async (request, reply) => {
        const by = deskPrincipal(request)
        const endpoint = await ownEndpoint(shop, by, request.params.webhookId)
        const rotated = endpoint && (await rotateSecret(shop, by, endpoint.id, hours(request.body.overlapHours)))
        if (!rotated) return reply.code(404).send(undefined)
        return { webhook: presented(rotated.endpoint, clock.now()), secret: rotated.secret }
      },
    )
  }
}

/** What was sent, and sending it again. */
export function webhookDeliveryRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-members', { db, clock, baseUrl: config.baseUrl }))

    app.post(
      calls.testWebhook.path,
      { schema: routeSchema(calls.testWebhook), ...limited('settingsTest') },
      async (request, reply) => {
        const endpoint = await ownEndpoint(shop, deskPrincipal(request), request.params.webhookId)
        const sent = endpoint && (await sendTest(shop, endpoint.id))
        if (!sent) return reply.code(404).send(undefined)
        return sent.ok ? { deliveryId: String(sent.value) } : sendRefusals(request, reply, shop, sent.problems)
      },
    )

    app.get(
      calls.listWebhookDeliveries.path,
      { schema: routeSchema(calls.listWebhookDeliveries) },
      async (request, reply) => {
        const endpoint = await ownEndpoint(shop, deskPrincipal(request), request.params.webhookId)
        if (!endpoint) return reply.code(404).send(undefined)
        const { cursor } = request.query
        const before = cursor === undefined ? null : BigInt(cursor)
        const rows = await listDeliveries(db, endpoint.id, { before, limit: PAGE + 1 })
        const page = rows.slice(0, PAGE)
        const nextCursor = rows.length > PAGE ? String(page.at(-1)?.id) : null
        return { deliveries: page.map(presentedDelivery), nextCursor }
      },
    )

    app.get(
      calls.readWebhookDelivery.path,
      { schema: routeSchema(calls.readWebhookDelivery) },
      async (request, reply) => {
        const { webhookId, deliveryId } = request.params
        const endpoint = await ownEndpoint(shop, deskPrincipal(request), webhookId)
        const delivery = endpoint && (await findDelivery(db, endpoint.id, BigInt(deliveryId)))
        if (!delivery) return reply.code(404).send(undefined)
        const log = await attemptsOf(db, delivery.id)
        return { ...presentedDelivery(delivery), body: messageBody(delivery, config.baseUrl), log }
      },
    )

    app.post(
      calls.redeliverWebhook.path,
      { schema: routeSchema(calls.redeliverWebhook), ...limited('settingsTest') },
      async (request, reply) => {
        const { webhookId, deliveryId } = request.params
        const endpoint = await ownEndpoint(shop, deskPrincipal(request), webhookId)
        const delivery = endpoint && (await findDelivery(db, endpoint.id, BigInt(deliveryId)))
        if (!endpoint || !delivery) return reply.code(404).send(undefined)
        const asked = await redeliver(shop, endpoint, delivery.id)
        return asked.ok ? reply.code(204).send(undefined) : sendRefusals(request, reply, shop, asked.problems)
      },
    )
  }
}

const presented = ({ kinds, previousUntil, ...endpoint }: Endpoint, now: Instant) => ({
  ...endpoint,
  kinds: [...kinds],
  previousSecretUntil: previousUntil !== null && now < previousUntil ? previousUntil : null,
})

function presentedDelivery(row: ListedDelivery) {
  const { id, kind, at, status, attempts, nextAttemptAt, lastStatus, lastError } = row
  const messageId = publicMessageId(row)
  return { id: String(id), messageId, kind, at, status, attempts, nextAttemptAt, lastStatus, lastError }
}
