import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { getMetrics } from '#contract/health.ts'
import { isSameText } from '#server/foundation/base/text.ts'
import type { Config } from '#server/foundation/config/config.ts'
import type { Shop } from '#server/catalog/context.ts'
import { isThisMachine, routeName } from '#server/foundation/http/request.ts'
import type { Metrics } from './metrics.ts'
import { addShopGauges } from './shop-gauges.ts'

/** Counts every request from here on, by the template of its route. */
export function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  // What is refused by those who look earlier ends without having begun here.
  const inFlight = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async request => {
    inFlight.add(request)
    metrics.requestStarted()
  })
  app.addHook('onResponse', async (request, reply) => {
    if (inFlight.has(request)) metrics.requestLeft()
    const route = routeName(request) ?? 'none'
    metrics.requestAnswered({
      method: request.method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
}

/**
 * The figures of this process and of the shop, for clients that may have them; other clients do not learn that there
 * are any.
 */
export function metricsRoutes(shop: Shop, metrics: Metrics) {
  return async (app: FastifyInstance): Promise<void> => {
    addShopGauges(metrics.registry, shop)
    app.addHook('onClose', async () => metrics.close())
    app.get(getMetrics.path, { schema: routeSchema(getMetrics) }, async (request, reply) => {
      if (!mayRead(request, shop.config)) return reply.code(404).send()
      reply.header('Cache-Control', 'no-store')
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
    })
  }
}

/**
 * A client on this machine, or with the token. A proxy beside the shop may not state its client: then the requested
 * host name shows that it is not a client of this machine.
 */
function mayRead(request: FastifyRequest, { metricsToken }: Config): boolean {
  const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (metricsToken !== undefined && isSameText(token, metricsToken)) return true
  return isThisMachine(request) && HOSTS_OF_THIS_MACHINE.has(request.hostname)
}

const HOSTS_OF_THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])
