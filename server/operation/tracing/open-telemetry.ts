import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span as TelemetrySpan,
  SpanKind,
  SpanStatusCode,
  isSpanContextValid,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '#server/foundation/config/config.ts'
import type { Span, SpanStart, Tracer, TracerOptions } from './tracer.ts'

/** The only file that knows OpenTelemetry; loaded by `openTracer` where traces are wanted. */

/** A batch that is not taken by then is left out. */
const EXPORT_MS = 10_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

export function openTelemetry(
  { endpoint, service }: NonNullable<Config['traces']>,
  { version, onLost }: TracerOptions,
): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS })
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service, 'service.version': version })),
    // A proxy that has decided not to trace a request has decided for us.
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: reportingLosses(exporter, onLost), exportTimeoutMillis: EXPORT_MS }),
    ],
  })
  const tracer = provider.getTracer('foyer', version)
  const current = new AsyncLocalStorage<Context>()

  return {
    begin({ kind, name, facts = {}, traceparent }) {
      const parent = current.getStore() ?? callerOf(traceparent)
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...facts } }, parent)
      return { within: work => current.run(trace.setSpan(parent, span), work), end: ending(span) }
    },
    close: () => provider.shutdown(),
  }
}

function ending(span: TelemetrySpan): Span['end'] {
  return ({ name, facts = {}, failure } = {}) => {
    if (name !== undefined) span.updateName(name)
    span.setAttributes({ ...facts })
    if (failure !== undefined) {
      span.setAttribute('error.type', failure)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  }
}

/** The library does not report that a batch was not taken. */
function reportingLosses(exporter: OTLPTraceExporter, onLost: TracerOptions['onLost']): SpanExporter {
  // Batches are sent by and by: the request that began one has nothing to do with it.
  const report = AsyncLocalStorage.bind(onLost)
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        if (result.error) report(result.error)
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** https://www.w3.org/TR/trace-context/#traceparent-header; of later versions what this one knows. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/

function callerOf(traceparent: SpanStart['traceparent']): Context {
  const [, traceId = '', spanId = '', flags = '00'] = TRACEPARENT.exec(traceparent ?? '') ?? []
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(caller) ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT
}
