import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Reply } from '#server/providers/port/ask.ts'
import { NotReached } from '#server/providers/port/not-reached.ts'
import { Problem } from './replies.ts'

/**
 * What came of a request. `summary` has no secrets: method, path, status and the field that Mollie names. `silent` and
 * `conflict` say nothing about whether the request was carried out; the others were not, and `unreached` was not even sent.
 */
export type Answer<Result> = { readonly kind: 'ok'; readonly value: Result } | Failure

export type Failure =
  | (Summed & { readonly kind: 'invalid'; readonly field: string | null })
  /** The key may not do this, or the mode is another. */
  | (Summed & { readonly kind: 'forbidden' })
  | (Summed & { readonly kind: 'missing' })
  | (Summed & { readonly kind: 'conflict' })
  | (Summed & { readonly kind: 'busy' })
  | (Summed & { readonly kind: 'unreached' })
  | (Summed & { readonly kind: 'silent' })

type Summed = { readonly summary: string }

/** Checks a reply against what we read of it. `request` is its method and path; a missing reply is its cause. */
export function answerOf<Schema extends TSchema>(
  request: string,
  schema: Schema,
  reply: Reply | 'unreached' | 'none',
): Answer<Static<Schema>> {
  if (reply === 'unreached') return { kind: 'unreached', summary: `${request}: not reached` }
  if (reply === 'none') return { kind: 'silent', summary: `${request}: no reply` }
  const { status, value } = reply
  if (status < 200 || status > 299) return failureOf(request, reply)
  if (!Value.Check(schema, value)) return { kind: 'silent', summary: `${request}: ${status}, in another form` }
  return { kind: 'ok', value }
}

const KINDS: Readonly<Record<number, Exclude<Failure['kind'], 'invalid'>>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'missing',
  408: 'silent',
  409: 'conflict',
  410: 'missing',
  425: 'silent',
  429: 'busy',
}

function failureOf(request: string, { status, value }: Reply): Failure {
  const field = fieldOf(value)
  const summary = `${request}: ${status}${field === null ? '' : ` ${field}`}`
  const kind = KINDS[status]
  if (kind !== undefined) return { kind, summary }
  if (status === 503 && isOfMollie(value, status)) return { kind: 'busy', summary }
  const isTurnedDown = status >= 400 && status < 500
  return isTurnedDown ? { kind: 'invalid', field, summary } : { kind: 'silent', summary }
}

/**
 * Who makes payments by the method for Mollie is away: Mollie turns the request down, as its documents say of 503. A proxy before it may
 * say the same number of a request that was carried out.
 */
const isOfMollie = (value: unknown, status: number): boolean => Value.Check(Problem, value) && value.status === status

/** A name and nothing else: a message may contain what others must not read. */
function fieldOf(value: unknown): string | null {
  const field = Value.Check(Problem, value) ? value.field : null
  return typeof field === 'string' && /^[\w.[\]]{1,60}$/.test(field) ? field : null
}

/** For `ask`: why there is no reply. */
export const noReply = (error: unknown): 'unreached' | 'none' => (error instanceof NotReached ? 'unreached' : 'none')

/** The value, for those who can do nothing without it. */
export function valueOf<Result>(answer: Answer<Result>): Result {
  if (answer.kind !== 'ok') throw new Error(answer.summary)
  return answer.value
}
