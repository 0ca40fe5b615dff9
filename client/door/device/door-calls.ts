import { createMemberHttp } from '#client/frame/calls/member-http.ts'
import { typedCalls } from '#client/frame/calls/server.ts'

type KeyScheme = 'DoorKey' | 'SponsorKey'

/** So long a scan waits for the shop; then the device answers by itself. */
const LIMIT_MS = 2_500

/** The calls of a door, or of a sponsor, by its key. */
export const callsWith = (key: string, scheme: KeyScheme = 'DoorKey') =>
  typedCalls(
    createMemberHttp((input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `${scheme} ${key}`)
      return globalThis.fetch(input, { ...init, headers, cache: 'no-store', credentials: 'omit' })
    }),
  )

/** A file that is for the key; undefined where it could not be read. */
export async function fileWith(scheme: KeyScheme, key: string, path: string): Promise<Blob | undefined> {
  const headers = { authorization: `${scheme} ${key}`, 'accept-language': document.documentElement.lang }
  const read = fetch(path, { headers, cache: 'no-store', credentials: 'omit' })
  const response = await read.catch(() => undefined)
  return response?.ok ? response.blob() : undefined
}

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
