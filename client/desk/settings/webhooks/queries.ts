import { deskWebhookDeliveriesPath, deskWebhookDeliveryPath, deskWebhooksPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** Everything about webhooks is read again when some of it has changed. */
export const WEBHOOKS_KEY = ['desk', 'webhooks'] as const

export const webhooksQuery = (organizationId: number) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, organizationId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskWebhooksPath, { query: { organizationId }, signal })),
    staleTime: 0,
  })

type Of = { readonly webhookId: string; readonly cursor?: string }

export const deliveriesQuery = ({ webhookId, cursor }: Of) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'deliveries', webhookId, cursor ?? ''],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskWebhookDeliveriesPath, { params: { webhookId }, query: { cursor }, signal })),
    staleTime: 0,
  })

export const deliveryQuery = (params: { readonly webhookId: string; readonly deliveryId: string }) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'delivery', params.webhookId, params.deliveryId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskWebhookDeliveryPath, { params, signal })),
    staleTime: 0,
  })
