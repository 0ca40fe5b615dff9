import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { healthPath, livenessPath, metricsPath, readinessPath } from '#contract/paths.ts'
import { type IsBelieved, routeName } from '#server/foundation/http/request.ts'
import type { SpanEnd, Tracer } from './tracer.ts'

/** Asked every few seconds by those who watch the shop. */
const UNTRACED: ReadonlySet<string> = new Set([healthPath, livenessPath, readinessPath, metricsPath])

/** One span for each request, from its head to the end of its answer, by the template of its route. */
export function traceRequests(app: FastifyInstance, tracer: Tracer, isBelieved: IsBelieved): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (UNTRACED.has(request.routeOptions.url ?? '')) return done()
    const span = tracer.begin({
      kind: 'server',
      name: request.method,
      facts: { 'http.request.method': request.method, 'foyer.request.id': request.id },
      traceparent: traceparentOf(request, isBelieved),
    })
    // Comes once, also for a visitor who has left.
    reply.raw.once('close', () => span.end(endOf(request, reply)))
    return span.within(done)
  })
}

function traceparentOf({ headers, socket }: FastifyRequest, isBelieved: IsBelieved): string | undefined {
  const { traceparent } = headers
  return typeof traceparent === 'string' && isBelieved(socket.remoteAddress ?? '', 0) ? traceparent : undefined
}

function endOf(request: FastifyRequest, reply: FastifyReply): SpanEnd {
  const { raw, statusCode } = reply
  const route = routeName(request)
  return {
    name: route === undefined ? request.method : `${request.method} ${route}`,
    facts: {
      ...(route !== undefined && { 'http.route': route }),
      // Who has left before that was answered nothing.
      ...(raw.headersSent && { 'http.response.status_code': statusCode }),
    },
    ...(raw.headersSent && statusCode >= 500 && { failure: String(statusCode) }),
  }
}
