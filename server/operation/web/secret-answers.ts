import type { FastifyInstance } from 'fastify'

/** Routes about one order or one ticket: whoever knows the address is answered, so that nobody else may find the answer. */
const OF_ONE_PERSON = /\/(reservation|reserve-tickets|ticket|passes)(\/|$)/

/**
 * Nobody keeps an answer about an order or a ticket, be it data, a document, a code, a pass or a refusal: not a proxy, and
 * not a browser that somebody else uses next.
 */
export function keepAnswersSecret(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (OF_ONE_PERSON.test(request.routeOptions.url ?? '')) reply.header('Cache-Control', 'no-store')
  })
}
