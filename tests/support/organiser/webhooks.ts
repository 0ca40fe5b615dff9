import { expect } from 'vitest'
import * as calls from '#contract/desk-webhooks.ts'
import type { Webhook, WebhookAttempt, WebhookDelivery } from '#contract/desk-webhooks.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '#domain/organiser/webhook/webhook.ts'
import { enterDesk } from './desk.ts'
import type { TestShop } from '../shop/test-shop.ts'

/** An owner of an organisation, and what they do with its webhooks. */
export async function aWebhookOwner(served: TestShop, organizationId: number) {
  const given = { role: 'OWNER', scope: { kind: 'organization', organizationId } } as const
  const desk = await enterDesk(served, { email: `owner-${crypto.randomUUID()}@example.org`, given })
  const good = async (...asked: Parameters<typeof desk.ask>): Promise<unknown> => {
    const { status, body } = await desk.ask(...asked)
    expect([status, body]).toEqual([status < 300 ? status : 200, body])
    return body
  }
  const of = (webhookId: string) => ({ params: { webhookId } })
  return {
    ...desk,
    make: (url: string, kinds: readonly WebhookKind[] = WEBHOOK_KINDS) =>
      good(calls.createWebhook, { body: { organizationId, url, description: 'Till', kinds } }) as Promise<{
        webhook: Webhook
        secret: string
      }>,
    read: (id: string) => good(calls.readWebhook, of(id)) as Promise<Webhook>,
    test: async (id: string) => ((await good(calls.testWebhook, of(id))) as { deliveryId: string }).deliveryId,
    rotate: async (id: string, overlapHours: number) =>
      ((await good(calls.rotateWebhookSecret, { ...of(id), body: { overlapHours } })) as { secret: string }).secret,
    deliveries: async (id: string) =>
      ((await good(calls.listWebhookDeliveries, of(id))) as { deliveries: WebhookDelivery[] }).deliveries,
    delivery: (webhookId: string, deliveryId: string) =>
      good(calls.readWebhookDelivery, { params: { webhookId, deliveryId } }) as Promise<
        WebhookDelivery & { body: string; log: WebhookAttempt[] }
      >,
    redeliver: (webhookId: string, deliveryId: string) =>
      desk.ask(calls.redeliverWebhook, { params: { webhookId, deliveryId } }),
  }
}
