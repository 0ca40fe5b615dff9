import type { AdditionalField } from '#contract/ticket.ts'

/** What somebody is told who has left a question without an answer: to enter one, or to choose. */
export function emptyTextOf(question: Pick<AdditionalField, 'type'> | undefined): string {
  switch (question?.type) {
    case undefined:
      return 'error.emptyField'
    case 'select':
    case 'country':
    case 'radio':
    case 'checkbox':
      return 'foyer.empty.choose'
    default:
      return 'foyer.empty.enter'
  }
}
