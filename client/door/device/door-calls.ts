import { createMemberHttp } from '#client/frame/calls/member-http.ts'
import { typedCalls } from '#client/frame/calls/server.ts'

/** So long a scan waits for the shop; then the device answers by itself. */
const LIMIT_MS = 2_500

/** The calls of a door, by its key. */
export const callsWith = (key: string) =>
  typedCalls(
    createMemberHttp((input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `DoorKey ${key}`)
      return globalThis.fetch(input, { ...init, headers, cache: 'no-store', credentials: 'omit' })
    }),
  )

export type DoorCalls = ReturnType<typeof callsWith>

/** What did not come in time counts as not reached. */
export async function inTime<Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  limit = LIMIT_MS,
): Promise<Result | { readonly kind: 'unreachable' }> {
  const signal = AbortSignal.timeout(limit)
  try {
    return await call(signal)
  } catch (error) {
    if (signal.aborted) return { kind: 'unreachable' }
    throw error
  }
}
