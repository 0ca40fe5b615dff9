import type { FastifyInstance } from 'fastify'
import type { Shop } from '#server/catalog/context.ts'
import { receiveWebhook } from './online/receive-webhook.ts'

/** Where providers report payments by themselves: each provider states its own addresses. */
export function webhookRoutes(shop: Shop) {
  return async (app: FastifyInstance): Promise<void> => {
    // Signatures are over the bytes as they came.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
    for (const provider of shop.providers) {
      for (const webhook of provider.online?.webhooks ?? []) {
        app.route<{ Params: Record<string, string>; Querystring: Record<string, string>; Body: string | undefined }>({
          method: webhook.method,
          // For providers, not for clients.
          schema: { hide: true },
          url: webhook.path,
          handler: async ({ headers, params, query, body = '' }, reply) => {
            const delivery = { headers, parameters: params, query, body }
            const { status, reason } = await receiveWebhook(shop, provider, { webhook, delivery })
            return reply.code(status).type('text/plain').send(reason)
          },
        })
      }
    }
  }
}
