import type { WireProblem } from '#client/frame/calls/call-result.ts'
import type { AdditionalField } from '#contract/ticket.ts'

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
