/** A reply of a provider, whatever its status; `value` is undefined when the body is no JSON. */
export type Reply = { readonly status: number; readonly headers: Headers; readonly value: unknown }

type Request = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** As it is sent. */
  readonly body?: string
  readonly signal: AbortSignal
}

/** No provider has this much to say. */
const LONGEST_REPLY = 2_000_000

/**
 * Asks a provider. Redirects are not followed, for secrets would go along. Rejects when there is no whole reply: then the
 * request may or may not have been carried out; by NotReached where it was not even sent.
 */
export async function ask({ method, url, headers, body, signal }: Request): Promise<Reply> {
  const response = await reached(url, {
    method,
    headers,
    redirect: 'manual',
    signal,
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  if (text.length > LONGEST_REPLY) throw new Error(`${new URL(url).host} has sent too much`)
  return { status: response.status, headers: response.headers, value: jsonOf(text) }
}

/** The header of HTTP's basic authentication. */
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

async function reached(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch (error) {
    if (isNotReached(error)) throw new NotReached(`${new URL(url).host} can't be reached`, { cause: error })
    throw error
  }
}

/** Undefined when the text is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The request has not left this machine, because no connection was made: nothing of it was carried out. */
export class NotReached extends Error {}

/** Of the machine's words for a connection that was not made, those that appear in `code`. */
const CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** A certificate that is not believed, and a server that speaks no TLS: both are found out before a request is sent. */
const OF_TLS = /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_SSL_WRONG_VERSION)/
/** A connection that ends while TLS begins has no code of its own. */
const WHILE_TLS_BEGINS = /disconnected before secure TLS/

/** Does an error of `fetch` say that no connection was made? A connection that ended later may have carried the request. */
export function isNotReached(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && (CODES.has(code) || OF_TLS.test(code))) return true
  if (WHILE_TLS_BEGINS.test(error.message)) return true
  // One for each address that was tried.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isNotReached)
  return isNotReached(error.cause)
}
