import { NotReached, isNotReached } from './not-reached.ts'

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

async function reached(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch (error) {
    if (isNotReached(error)) throw new NotReached(`${new URL(url).host} can't be reached`, { cause: error })
    throw error
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
