import type { Config } from '#server/foundation/config/config.ts'
import type { Tracer, TracerOptions } from './tracer.ts'

/**
 * Traces for the collector that the operator has named; undefined where there is none: then nothing of OpenTelemetry is
 * loaded (decision 52).
 */
export async function openTracer(traces: Config['traces'], options: TracerOptions): Promise<Tracer | undefined> {
  if (!traces) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(traces, options)
}
