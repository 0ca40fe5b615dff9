import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'

export type Question = {
  readonly address: string
  readonly secret: string
  /** What the widget gave to the browser. */
  readonly answer: string
  /** The visitor's address. */
  readonly visitor: string
}

/** `unreachable`: the service did not say, so no visitor is admitted; the caller logs why. */
export type Verdict =
  | { readonly kind: 'human' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable'; readonly error: unknown }

/** How long a visitor waits for a service at most. */
const TIMEOUT_MS = 5_000

/** Asks a service about an answer, in the form that Turnstile and reCAPTCHA share. An answer is good for one question. */
export async function siteverify({ address, secret, answer, visitor }: Question): Promise<Verdict> {
  assertNoTransactionOpen()
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: answer, remoteip: visitor }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return { kind: isSuccess(await response.json()) ? 'human' : 'refused' }
  } catch (error) {
    return { kind: 'unreachable', error }
  }
}

function isSuccess(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true
}
