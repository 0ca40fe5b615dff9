import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Reply } from '../ask.ts'
import { Refusal } from './replies.ts'

/**
 * What came of a request. `summary` has no secrets: method, path, status and PayPal's code. `refused`: this sending was not
 * carried out. `silent` says nothing about whether it was.
 */
export type Answer<Result> = { readonly kind: 'ok'; readonly value: Result } | Failure

export type Failure =
  | {
      readonly kind: 'refused'
      readonly status: number
      /** PayPal's first `details[].issue`, which alone decides; null where there is none. */
      readonly issue: string | null
      readonly summary: string
    }
  | { readonly kind: 'silent'; readonly summary: string }

/** 409 is another request with the same key or for the same money, and 429 may come from a machine in between. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 406, 415, 422])

/** Waits for a reply and holds it against what we read of it. `request` is its method and path. */
export async function answerOf<Schema extends TSchema>(
  request: string,
  schema: Schema,
  reply: Promise<Reply>,
): Promise<Answer<Static<Schema>>> {
  let told: Reply
  try {
    told = await reply
  } catch {
    return { kind: 'silent', summary: `${request}: no reply` }
  }
  const { status, value } = told
  if (status >= 200 && status < 300) {
    if (Value.Check(schema, value)) return { kind: 'ok', value }
    return { kind: 'silent', summary: `${request}: a reply of another form` }
  }
  return failureOf(request, status, value)
}

/** The value, for those who can do nothing without it. */
export function valueOf<Result>(answer: Answer<Result>): Result {
  if (answer.kind !== 'ok') throw new Error(answer.summary)
  return answer.value
}

function failureOf(request: string, status: number, value: unknown): Failure {
  const isTold = Value.Check(Refusal, value)
  const issue = isTold ? codeIn(value.details?.[0]?.issue) : null
  const code = issue ?? (isTold ? codeIn(value.name ?? value.error) : null)
  const summary = [`${request}:`, status, code ?? ''].join(' ').trim()
  if (!isTold || !REFUSALS.has(status)) return { kind: 'silent', summary }
  return { kind: 'refused', status, issue, summary }
}

/** A code, not a text with somebody's data. */
const codeIn = (text: string | undefined): string | null =>
  text !== undefined && /^[A-Za-z][A-Za-z0-9_]{1,80}$/.test(text) ? text : null
