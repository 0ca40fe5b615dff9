import { subscriptionPath } from '#contract/paths.ts'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** Holds one pass; the value is the id of the reservation. */
export async function reservePass(id: string, language: string): Promise<CallResult<string>> {
  const result = await server().callWrapped('POST', subscriptionPath, { params: { id }, language })
  if (result.kind !== 'done') return result
  const { kind, value } = result
  // A buyer can't go on from a reservation without an id.
  return value === null ? { kind: 'failed', status: 200 } : { kind, value }
}
