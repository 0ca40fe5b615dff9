import type { FastifyInstance } from 'fastify'

/**
 * Routes about one order or one ticket: every client that knows the address gets the answer, so no other client may
 * find it.
 */
const OF_ONE_PERSON = /\/(reservation|reserve-tickets|ticket|passes)(\/|$)/

/**
 * No cache keeps an answer about an order or a ticket, be it data, a document, a code, a pass or a refusal: no proxy,
 * and no browser that another person uses next.
 */
export function keepAnswersSecret(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (OF_ONE_PERSON.test(request.routeOptions.url ?? '')) reply.header('Cache-Control', 'no-store')
  })
}
