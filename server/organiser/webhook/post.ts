import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { AttemptOutcome } from '#domain/organiser/webhook/webhook.ts'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'
import { type NetworkLimits, guardedConnection } from '#server/foundation/http/public-network.ts'
import { reasonOf } from '#server/foundation/jobs/failures.ts'

/** A receiver has so long to answer. */
export const TIMEOUT_MS = 15_000

/** So much of an answer is kept. */
const KEPT_BYTES = 1024

export type Posted = {
  readonly outcome: AttemptOutcome
  readonly durationMs: number
  /** Why there is no answer, or null. */
  readonly error: string | null
  readonly response: string | null
}

type Message = { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string }

/**
 * Sends a message once, and waits for the answer. No redirect is followed, no connection is reused, and private networks are
 * reached only where the limits allow it. What can't be sent is an outcome.
 */
export async function post(
  { url, headers, body }: Message,
  limits: NetworkLimits & { readonly timeoutMs: number; readonly isSecureOnly: boolean },
): Promise<Posted> {
  assertNoTransactionOpen()
  const begun = performance.now()
  const lasted = (): number => Math.round(performance.now() - begun)
  try {
    const to = new URL(url)
    if (limits.isSecureOnly && to.protocol !== 'https:') throw new Error('only https is allowed')
    const signal = AbortSignal.timeout(limits.timeoutMs)
    const response = await send(to, { headers, body, limits, signal })
    const text = await beginningOf(response)
    const outcome = { kind: 'answered', status: response.statusCode ?? 0 } as const
    return { outcome, durationMs: lasted(), error: null, response: text }
  } catch (error) {
    return { outcome: { kind: 'unanswered' }, durationMs: lasted(), error: nameOf(error), response: null }
  }
}

type Sending = Omit<Message, 'url'> & { readonly limits: NetworkLimits; readonly signal: AbortSignal }

function send(url: URL, { headers, body, limits, signal }: Sending): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  const content = Buffer.from(body)
  const options = {
    ...guardedConnection(url, limits),
    method: 'POST',
    agent: false,
    signal,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': content.length,
      'user-agent': 'Foyer-Webhooks',
    },
  } as const
  return new Promise((answer, fail) => request(url, options, answer).on('error', fail).end(content))
}

/** The rest is not read. An answer that breaks off is an answer: its status has arrived. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) break
      chunks.push(chunk)
      length += chunk.length
      if (length >= KEPT_BYTES) break
    }
  } catch {
    // What has come until then is kept.
  }
  response.destroy()
  // The database takes no NUL.
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString().replaceAll('\0', '')
}

function nameOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return 'no answer in time'
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return reasonOf(error)
}
