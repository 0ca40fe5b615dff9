import type { WireProblem } from '#client/frame/calls/call-result.ts'
import type { AdditionalField } from '#contract/ticket.ts'

/** What the server refused: per control of the form, and for the whole of it. */
export type SortedProblems = { readonly fields: readonly WireProblem[]; readonly global: readonly WireProblem[] }

/** Sent for the whole form whenever any field is wrong; they say nothing that a field doesn't say. */
const MISSING = 'error.STEP_2_MISSING_ATTENDEE_DATA'
const INVALID_VAT = 'error.STEP_2_INVALID_VAT'

/**
 * Sorts what the server refused, in the order of the page's controls. A field keeps the first of its problems, for one at
 * a time is what a person can mend; what no control answers for belongs to the whole form; the companion of field errors
 * is dropped where a field says it better (booking contract section 3).
 */
export function sortProblems(problems: readonly WireProblem[], controls: readonly string[]): SortedProblems {
  const fields = new Map<string, WireProblem>()
  const global = new Map<string, WireProblem>()
  for (const problem of problems) {
    if (!controls.includes(problem.field)) global.set([problem.code, ...problem.args].join(' '), problem)
    else if (!fields.has(problem.field)) fields.set(problem.field, problem)
  }
  const shown = [...fields.values()]
  const isShownByField = ({ code }: WireProblem) =>
    (code === MISSING && shown.length > 0) || (code === INVALID_VAT && shown.some(problem => problem.code === code))
  return {
    fields: shown.sort((one, other) => controls.indexOf(one.field) - controls.indexOf(other.field)),
    global: [...global.values()].filter(problem => !isShownByField(problem)),
  }
}

export const EMPTY = 'error.emptyField'

/** What the buyer reads at a question without an answer: to enter one, or to choose. */
export function emptyTextOf(question: Pick<AdditionalField, 'type'> | undefined): string {
  switch (question?.type) {
    case undefined:
      return EMPTY
    case 'select':
    case 'country':
    case 'radio':
    case 'checkbox':
      return 'foyer.empty.choose'
    default:
      return 'foyer.empty.enter'
  }
}

const PERSON_CODES: Readonly<Record<string, string>> = {
  firstName: 'error.STEP_2_EMPTY_FIRSTNAME',
  lastName: 'error.STEP_2_EMPTY_LASTNAME',
  email: 'foyer.empty.email',
}

/** The problem of a field that is empty: a part of a person, or a question that needs an answer. Others may be empty. */
export function emptyProblem(
  field: string,
  question: Pick<AdditionalField, 'required'> | undefined,
): WireProblem | undefined {
  const code = question ? (question.required ? EMPTY : undefined) : PERSON_CODES[/[^.]*$/.exec(field)?.[0] ?? '']
  return code === undefined ? undefined : { field, code, args: [] }
}
