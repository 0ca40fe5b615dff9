import type { WireProblem } from '../calls/call-result.ts'

/** What was refused of a form: a problem, and what its field held. */
export type RefusedField = { readonly problem: WireProblem; readonly value: string }

/** What was refused of a form; another object for each refusal. */
export type Refusal = {
  readonly fields: readonly RefusedField[]
  /** What concerns the form as a whole. */
  readonly global: readonly WireProblem[]
  /** Of the HTTP response; undefined where the page has found it itself, or no part needs it. */
  readonly status?: number | undefined
}

/** What is plainly wrong with another value than the refused one. */
type Judge = (field: string, value: string) => WireProblem | undefined

/** The problems of a refusal with the values that were refused. An address that is missing is asked for, not found wrong. */
export function refusedFields(problems: readonly WireProblem[], values: unknown): readonly RefusedField[] {
  return problems.map(problem => {
    const value = valueAt(values, problem.field)
    const isMissingAddress = value === '' && problem.code === 'error.email'
    return { problem: isMissingAddress ? { ...problem, code: 'foyer.empty.email' } : problem, value }
  })
}

/**
 * What of it is wrong with the present form: a problem is solved by another value, unless that is plainly wrong too,
 * and is back with the old one.
 */
export function stillWrong(refused: readonly RefusedField[], values: unknown, judge: Judge): readonly WireProblem[] {
  return refused.flatMap(({ problem, value }) => {
    const now = valueAt(values, problem.field)
    return now === value ? problem : (judge(problem.field, now) ?? [])
  })
}

/** What a field holds, as one text without space around it; what is not there is empty. */
function valueAt(values: unknown, path: string): string {
  const held: unknown = path.split('.').reduce<unknown>((part, name) => Reflect.get(Object(part), name), values)
  return (Array.isArray(held) ? held : [held ?? '']).join('\n').trim()
}
