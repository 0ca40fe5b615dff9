import type { WatchCall } from '#server/providers/registry/watched.ts'
import type { Tracer } from './tracer.ts'

/** One span for each call to a payment provider. Nothing of the trace goes to the provider. */
export function traceCalls(tracer: Tracer): WatchCall {
  return ({ provider, operation }) => {
    const facts = { 'foyer.payment.provider': provider, 'foyer.payment.operation': operation }
    const span = tracer.begin({ kind: 'client', name: `${provider} ${operation}`, facts })
    return outcome =>
      span.end({ facts: { 'foyer.payment.outcome': outcome }, ...(outcome === 'unknown' && { failure: outcome }) })
  }
}
