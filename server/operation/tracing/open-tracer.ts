import type { Config } from '#server/foundation/config/config.ts'
import type { Tracer, TracerOptions } from './tracer.ts'
import type { Job } from '#server/foundation/jobs/job.ts'
import type { WatchCall } from '#server/providers/registry/watched.ts'
import { atMostEvery } from '#server/foundation/base/time.ts'
import type { EventLog } from '#server/foundation/base/event-log.ts'

/**
 * Traces for the collector that the operator has named; undefined where there is none: then nothing of OpenTelemetry is
 * loaded (decision 52).
 */
export async function openTracer(traces: Config['traces'], options: TracerOptions): Promise<Tracer | undefined> {
  if (!traces) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(traces, options)
}

/** The same job, with a span for each run. */
export function tracedJob(job: Job, tracer: Tracer): Job {
  return { ...job, run: () => tracedRun(job, tracer) }
}

async function tracedRun({ name, run }: Job, tracer: Tracer): Promise<number> {
  const span = tracer.begin({ kind: 'internal', name, facts: { 'foyer.job': name } })
  try {
    const done = await span.within(run)
    span.end({ facts: { 'foyer.job.done': done } })
    return done
  } catch (error) {
    span.end({ failure: error instanceof Error ? error.constructor.name : typeof error })
    throw error
  }
}

/** One span for each call to a payment provider. Nothing of the trace goes to the provider. */
export function traceCalls(tracer: Tracer): WatchCall {
  return ({ provider, operation }) => {
    const facts = { 'foyer.payment.provider': provider, 'foyer.payment.operation': operation }
    const span = tracer.begin({ kind: 'client', name: `${provider} ${operation}`, facts })
    return outcome =>
      span.end({ facts: { 'foyer.payment.outcome': outcome }, ...(outcome === 'unknown' && { failure: outcome }) })
  }
}

/** While the collector is away each batch is lost for the same reason. */
const LOG_EVERY_MS = 60_000

export function logLostTraces(log: Pick<EventLog, 'tracesLost'>): TracerOptions['onLost'] {
  const isLogged = atMostEvery(LOG_EVERY_MS)
  return error => {
    if (isLogged()) log.tracesLost(error)
  }
}
