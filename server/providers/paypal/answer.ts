import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Reply } from '#server/providers/port/ask.ts'
import { NotReached } from '#server/providers/port/not-reached.ts'
import { Refusal, TokenRefusal } from './replies.ts'

/**
 * What came of a request. `summary` has no secrets: method, path, status and PayPal's name of the error. `silent` says
 * nothing about whether the request was carried out, unless it is known that it was not.
 */
export type Answer<Result> = { readonly kind: 'ok'; readonly value: Result } | Failure

export type Failure =
  | {
      readonly kind: 'error'
      readonly status: number
      /** PayPal's issue, or where it names none, the class of the error. */
      readonly issue: string
      readonly summary: string
    }
  | Silent

type Silent = {
  readonly kind: 'silent'
  /** It was not even sent, or not listened to. */
  readonly isUndone: boolean
  readonly summary: string
}

/** Waits for a reply and holds it against what we read of it. */
export async function answerOf<Schema extends TSchema>(
  request: string,
  schema: Schema,
  reply: Promise<Reply>,
): Promise<Answer<Static<Schema>>> {
  const silent = (why: string | number, isUndone = false): Failure => ({
    kind: 'silent',
    isUndone,
    summary: `${request}: ${why}`,
  })
  let told: Reply
  try {
    told = await reply
  } catch (error) {
    return error instanceof NotReached ? silent('not reached', true) : silent('no reply')
  }
  const { status, value } = told
  if (status >= 200 && status < 300) {
    return Value.Check(schema, value) ? { kind: 'ok', value } : silent('a reply of another form')
  }
  // Busy, and the same request under way: nothing is said of this one.
  const isSaid = status >= 400 && status < 500 && status !== 409 && status !== 429
  const issue = isSaid ? issueIn(value) : undefined
  if (issue === undefined) return silent(status, status === 429)
  return { kind: 'error', status, issue, summary: `${request}: ${status} ${issue}` }
}

/** Words of PayPal that may be logged. */
const NAME = /^[A-Za-z0-9_.]{1,80}$/

function issueIn(value: unknown): string | undefined {
  const names = Value.Check(Refusal, value)
    ? [value.details?.[0]?.issue, value.name]
    : Value.Check(TokenRefusal, value)
      ? [value.error]
      : []
  return names.find(name => name !== undefined && NAME.test(name))
}

/** What must be known to go on; rejects with what is wrong otherwise. */
export function valueOf<Result>(answer: Answer<Result>): Result {
  if (answer.kind !== 'ok') throw new Error(answer.summary)
  return answer.value
}
