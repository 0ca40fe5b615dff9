import { Type, type Static } from 'typebox'
import { MAX_URL_LENGTH, WEBHOOK_KINDS } from '#domain/organiser/webhook/webhook.ts'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { ListOf, Nullable, OneOf, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: webhooks, signed by the Standard Webhooks convention (https://www.standardwebhooks.com). */

const Moment = Type.Integer({ description: 'Milliseconds since 1970' })
const Kinds = ListOf(OneOf(WEBHOOK_KINDS))

export const OFF_REASONS = ['MEMBER', 'GONE', 'FAILING'] as const

export const Webhook = Type.Object({
  id: Type.String(),
  organizationId: Type.Integer(),
  url: Type.String(),
  description: Type.String(),
  kinds: Type.Array(OneOf(WEBHOOK_KINDS), { description: 'What it is sent' }),
  createdAt: Moment,
  previousSecretUntil: Nullable(Type.Integer({ description: 'Until then the replaced secret signs, too' })),
  failingSince: Nullable(Type.Integer({ description: 'Null where the last attempt succeeded' })),
  offAt: Nullable(Type.Integer({ description: 'Null while it is on' })),
  /** By a member; because the receiver answered 410; because nothing arrived for three days. */
  offReason: Nullable(OneOf(OFF_REASONS)),
})
export type Webhook = Static<typeof Webhook>

const WithSecret = Type.Object({
  webhook: Webhook,
  secret: Type.String({ description: '`whsec_` and Base64; shown this once' }),
})

const form = {
  url: Text(MAX_URL_LENGTH + 1),
  description: Text(MAX_NAME_LENGTH),
  kinds: Kinds,
}
const OfWebhook = Type.Object({ webhookId: Type.String({ maxLength: 36 }) })
const OfDelivery = Type.Object({ ...OfWebhook.properties, deliveryId: Type.String({ pattern: '^\\d{1,18}$' }) })
const MISSING = { 401: NotSignedIn, 403: NotForRole, 404: Empty } as const

export const listWebhooks = deskCall({
  operationId: 'listWebhooks',
  summary: 'The webhooks of an organisation; its owners only',
  method: 'GET',
  path: paths.deskWebhooksPath,
  query: Type.Object({ organizationId: Whole }),
  responses: {
    200: Type.Object({ webhooks: Type.Array(Webhook), maximum: Type.Integer() }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

export const createWebhook = deskCall({
  operationId: 'createWebhook',
  summary: 'Have changes of an organisation sent to an address; the secret is answered this once',
  method: 'POST',
  path: paths.deskWebhooksPath,
  body: Type.Object({ organizationId: Whole, ...form }),
  responses: { 200: WithSecret, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const readWebhook = deskCall({
  operationId: 'readWebhook',
  summary: 'A webhook, without its secret',
  method: 'GET',
  path: paths.deskWebhookPath,
  params: OfWebhook,
  responses: { 200: Webhook, ...MISSING },
})

export const putWebhook = deskCall({
  operationId: 'putWebhook',
  summary: 'Change a webhook, switch it off or on; what waits for one that is switched off is given up',
  method: 'PUT',
  path: paths.deskWebhookPath,
  params: OfWebhook,
  body: Type.Object({ ...form, isEnabled: Type.Boolean() }),
  responses: { 200: Webhook, ...MISSING, 422: Refusals },
})

export const deleteWebhook = deskCall({
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook with its log',
  method: 'DELETE',
  path: paths.deskWebhookPath,
  params: OfWebhook,
  responses: { 204: Empty, ...MISSING },
})

export const rotateWebhookSecret = deskCall({
  operationId: 'rotateWebhookSecret',
  summary: 'Make a new secret, answered this once; the one before signs beside it for some hours',
  method: 'POST',
  path: paths.deskWebhookSecretPath,
  params: OfWebhook,
  body: Type.Object({
    overlapHours: Type.Integer({ minimum: 0, maximum: 720, description: '0: the secret before signs no more' }),
  }),
  responses: { 200: WithSecret, ...MISSING },
})

const DeliveryId = Type.Object({ deliveryId: Type.String() })

export const testWebhook = deskCall({
  operationId: 'testWebhook',
  summary: 'Send a message of type `webhook.test`, which says nothing',
  method: 'POST',
  path: paths.deskWebhookTestPath,
  params: OfWebhook,
  responses: { 200: DeliveryId, ...MISSING, 422: Refusals },
})

export const WebhookDelivery = Type.Object({
  id: Type.String(),
  messageId: Type.String({ description: 'As in the header webhook-id' }),
  kind: Type.String(),
  at: Type.Integer({ description: 'When it happened; milliseconds since 1970' }),
  status: OneOf(['WAITING', 'DELIVERED', 'FAILED']),
  attempts: Type.Integer(),
  nextAttemptAt: Nullable(Type.Integer({ description: 'Of one that failed and is sent again' })),
  lastStatus: Nullable(Type.Integer({ description: 'What the receiver answered last' })),
  lastError: Nullable(Type.String({ description: 'Why there was no answer' })),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const listWebhookDeliveries = deskCall({
  operationId: 'listWebhookDeliveries',
  summary: 'What was sent by a webhook in the last thirty days, the latest first',
  method: 'GET',
  path: paths.deskWebhookDeliveriesPath,
  params: OfWebhook,
  query: Type.Object({ cursor: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })) }),
  responses: {
    200: Type.Object({ deliveries: Type.Array(WebhookDelivery), nextCursor: Nullable(Type.String()) }),
    ...MISSING,
  },
})

export const WebhookAttempt = Type.Object({
  number: Type.Integer(),
  at: Moment,
  durationMs: Nullable(
    Type.Integer({ description: 'Null where the answer was never noted: the process ended before' }),
  ),
  status: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  response: Nullable(Type.String({ description: 'The first kilobyte of the answer' })),
})
export type WebhookAttempt = Static<typeof WebhookAttempt>

export const readWebhookDelivery = deskCall({
  operationId: 'readWebhookDelivery',
  summary: 'One delivery: its body, and each attempt with its answer, the latest first',
  method: 'GET',
  path: paths.deskWebhookDeliveryPath,
  params: OfDelivery,
  responses: {
    200: Type.Object({
      ...WebhookDelivery.properties,
      body: Type.String({ description: 'JSON, as it is signed' }),
      log: Type.Array(WebhookAttempt),
    }),
    ...MISSING,
  },
})

export const redeliverWebhook = deskCall({
  operationId: 'redeliverWebhook',
  summary: 'Send a delivery once more, by the same webhook-id',
  method: 'POST',
  path: paths.deskWebhookRedeliveryPath,
  params: OfDelivery,
  responses: { 204: Empty, ...MISSING, 422: Refusals },
})
