import { failureOf } from '#client/frame/calls/call-result.ts'

/** There is no such ticket, or the address is no ticket's at all. */
export function isGone(error: unknown): boolean {
  const failure = failureOf(error)
  return failure.kind === 'missing' || (failure.kind === 'failed' && failure.status === 400)
}
