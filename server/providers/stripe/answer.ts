import { Stripe } from 'stripe'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { NotReached } from '#server/providers/port/not-reached.ts'

/**
 * What came of a request. `summary` has no secrets: method, path, status and Stripe's code. `silent` says nothing about
 * whether the request was carried out; the others were not, and `unreached` was not even sent.
 */
export type Answer<Result> = { readonly kind: 'ok'; readonly value: Result } | Failure

export type Failure =
  | (Summed & { readonly kind: 'declined'; readonly code: string | null; readonly reason: string | null })
  | (Summed & { readonly kind: 'invalid'; readonly code: string | null; readonly param: string | null })
  /** The key or the account may not do this. */
  | (Summed & { readonly kind: 'forbidden' })
  | (Summed & { readonly kind: 'busy' })
  | (Summed & { readonly kind: 'unreached' })
  | (Summed & { readonly kind: 'silent' })

type Summed = { readonly summary: string }

/** Waits for a reply and holds it against what we read of it. `request` is its method and path. */
export async function answerOf<Schema extends TSchema>(
  request: string,
  schema: Schema,
  reply: Promise<unknown>,
): Promise<Answer<Static<Schema>>> {
  let value: unknown
  try {
    value = await reply
  } catch (error) {
    return failureOf(request, error)
  }
  if (!Value.Check(schema, value)) return { kind: 'silent', summary: `${request}: a reply of another form` }
  return { kind: 'ok', value }
}

/** The value, for those who can do nothing without it. */
export function valueOf<Result>(answer: Answer<Result>): Result {
  if (answer.kind !== 'ok') throw new Error(answer.summary)
  return answer.value
}

function failureOf(request: string, error: unknown): Failure {
  if (isBehind(error)) return { kind: 'unreached', summary: `${request}: not reached` }
  if (!(error instanceof Stripe.errors.StripeError)) return { kind: 'silent', summary: `${request}: no reply` }
  const { statusCode: status, code = null, param = null } = error
  const summary = [`${request}:`, status ?? 'no reply', code ?? error.rawType ?? ''].join(' ').trim()
  if (status === 429 || code === 'rate_limit') return { kind: 'busy', summary }
  // The library has an empty text where Stripe gave no reason.
  if (status === 402) return { kind: 'declined', code, reason: error.decline_code || null, summary }
  if (status === 401 || status === 403) return { kind: 'forbidden', summary }
  // The key was used for something else: what became of that, this reply does not say.
  if (error.rawType === 'idempotency_error') return { kind: 'silent', summary }
  if (status === 400 || status === 404) return { kind: 'invalid', code, param, summary }
  return { kind: 'silent', summary }
}

/** The library puts an error of its own around that of the connection. */
function isBehind(error: unknown): boolean {
  if (error instanceof NotReached) return true
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const detail: unknown = error.detail
  return detail instanceof NotReached
}
