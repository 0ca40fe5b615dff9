import { CHALLENGE_FAILED_CODE, SERVER_FAILED_CODE } from '#contract/error-codes.ts'
import type { ErrorDescriptor } from '#contract/wrapper.ts'
import type { Translate } from '#client/language/language-context.ts'

/** One refusal as the wire sends it: where (`field`, "" when global), why (a translation key), and its arguments. */
export type WireProblem = {
  readonly field: string
  readonly code: string
  readonly args: readonly (string | number)[]
  /** Of the organiser's API: the sentence itself, in the language of the request. */
  readonly message?: string
}

/** What a problem says. */
export const problemText = (t: Translate, { code, args, message }: WireProblem): string => message ?? t(code, ...args)

/** What became of a call. Everything but `done` says what the page can do about it. */
export type CallResult<Value> = { readonly kind: 'done'; readonly value: Value } | Failure

export type Failure =
  /** 422: the visitor can mend it. */
  | { readonly kind: 'refused'; readonly problems: readonly WireProblem[]; readonly value: unknown }
  /** 409: another person has changed it meanwhile; `value` is what the server says of it. */
  | { readonly kind: 'conflict'; readonly value: unknown }
  /** 401: the session is over, or there was none. */
  | { readonly kind: 'signed-out' }
  /** 404. */
  | { readonly kind: 'missing' }
  /** 403: not allowed, or a robot check is wanted first. */
  | { readonly kind: 'forbidden'; readonly wantsChallenge: boolean }
  /** 429: wait so long. */
  | { readonly kind: 'too-many'; readonly retryAfterSeconds: number }
  /** 503: the shop is busy or has just lost its database; the same call is likely to work in so many seconds. */
  | { readonly kind: 'try-again'; readonly retryAfterSeconds: number }
  /** The network did not carry it. */
  | { readonly kind: 'unreachable' }
  /** Anything else, 5xx above all. */
  | { readonly kind: 'failed'; readonly status: number }

/** A failure on its way through the query cache. */
export class CallFailed extends Error {
  // Declared, as in query-cache.ts.
  declare readonly failure: Failure

  constructor(failure: Failure) {
    super(`call ended as ${failure.kind}`)
    this.failure = failure
  }
}

/** The server has answered what the contract of the call does not allow. */
export class ContractBroken extends Error {}

/** The value of a call, or its failure thrown: what the query cache wants. */
export async function valueOf<Value>(result: Promise<CallResult<Value>>): Promise<Value> {
  const settled = await result
  if (settled.kind === 'done') return settled.value
  throw new CallFailed(settled)
}

/** The failure behind an error of the query cache; a bug of ours counts as `failed`. */
export function failureOf(error: unknown): Failure {
  return error instanceof CallFailed ? error.failure : { kind: 'failed', status: 0 }
}

const RETRYABLE: readonly Failure['kind'][] = ['unreachable', 'try-again', 'failed']

/** Is asking again likely to help, without the visitor doing anything? */
export function isWorthRetrying(error: unknown): boolean {
  return RETRYABLE.includes(failureOf(error).kind)
}

/** The text that explains a failure to the visitor: one key with arguments for each problem. */
export function explain(failure: Failure): readonly WireProblem[] {
  const { kind } = failure
  if (kind === 'refused') return failure.problems
  const isChallenge = kind === 'forbidden' && failure.wantsChallenge
  const code = kind === 'failed' ? SERVER_FAILED_CODE : `foyer.error.${kind}`
  const args = kind === 'too-many' ? [failure.retryAfterSeconds] : []
  return [{ field: '', code: isChallenge ? CHALLENGE_FAILED_CODE : code, args }]
}

/** The status of the response that failed; 0: there was none. */
export const httpStatusOf = (failure: Failure): number =>
  failure.kind === 'failed' ? failure.status : STATUSES[failure.kind]

const STATUSES: Readonly<Record<Exclude<Failure['kind'], 'failed'>, number>> = {
  refused: 422,
  conflict: 409,
  'signed-out': 401,
  missing: 404,
  forbidden: 403,
  'too-many': 429,
  'try-again': 503,
  unreachable: 0,
}

/** A problem of the wire; bracketed parts of a field name become dotted (`tickets[7].email` is `tickets.7.email`). */
export function problemFromWire({ fieldName, code, arguments: args }: ErrorDescriptor): WireProblem {
  const field = fieldName.replace(/\[([^\]]*)\]/g, '.$1')
  const positions = Object.entries(args ?? {}).sort(([a], [b]) => Number(a) - Number(b))
  return { field, code, args: positions.map(([, value]) => value) }
}
