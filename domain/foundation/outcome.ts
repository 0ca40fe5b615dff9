import type { Problem } from '#domain/foundation/problem.ts'

/** What a decision returns: the value, or the problems that prevent it. Never both, never neither. */
export type Outcome<Value> = Accepted<Value> | Refused

export type Accepted<Value> = { readonly ok: true; readonly value: Value }

export type Refused = { readonly ok: false; readonly problems: readonly [Problem, ...Problem[]] }

export function accepted<Value>(value: Value): Accepted<Value> {
  return { ok: true, value }
}

/** A refusal names at least one problem; all problems found are returned at once. */
export function refused(first: Problem, ...others: Problem[]): Refused {
  return { ok: false, problems: [first, ...others] }
}

/** Turns a list of problems into a refusal, or passes `value` on when the list is empty. */
export function acceptedUnless<Value>(problems: readonly Problem[], value: Value): Outcome<Value> {
  const [first, ...others] = problems
  return first === undefined ? accepted(value) : refused(first, ...others)
}
