import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { healthPath, livenessPath, metricsPath, readinessPath } from '#contract/paths.ts'
import { type IsBelieved, routeName } from '#server/foundation/http/request.ts'

/** Names of ours, numbers and kinds: never what a client has sent (decision 26). */
type Facts = Readonly<Record<string, string | number>>

export type SpanStart = {
  readonly kind: 'server' | 'client' | 'internal'
  readonly name: string
  readonly facts?: Facts
  /** The `traceparent` of a caller that is believed: the span belongs to its trace. */
  readonly traceparent?: string | undefined
}

type SpanEnd = {
  /** Where only the end knows it. */
  readonly name?: string
  readonly facts?: Facts
  /** What went wrong, in a word: a status, or the type of an error, never its message. */
  readonly failure?: string
}

/** A piece of work, from its beginning to its end. */
export type Span = {
  /** Runs what belongs to it: spans that begin there, and in what it waits for, are parts of this one. */
  within<Result>(work: () => Result): Result
  end(end?: SpanEnd): void
}

export type Tracer = {
  begin(start: SpanStart): Span
  /** Sends what is left, and ends. Rejects when the collector takes nothing. */
  close(): Promise<void>
}

export type TracerOptions = {
  readonly version: string
  /** Receives, now and then, why spans are lost. */
  readonly onLost: (error: unknown) => void
}

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
