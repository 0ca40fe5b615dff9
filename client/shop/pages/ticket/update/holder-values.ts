import type { WireProblem } from '#client/api/answer.ts'
import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import type { Ticket } from '#contract/ticket.ts'

export const HOLDER_PARTS = ['firstName', 'lastName', 'email', 'userLanguage'] as const
export type HolderPart = (typeof HOLDER_PARTS)[number]
export type HolderValues = Readonly<Record<HolderPart, string>>

/** The form as the server knows it; a ticket that is nobody's is written in the language of the page. */
export function valuesOf(ticket: Ticket, language: string): HolderValues {
  return {
    firstName: ticket.firstName ?? '',
    lastName: ticket.lastName ?? '',
    email: ticket.email ?? '',
    userLanguage: ticket.userLanguage ?? language,
  }
}

/** What the organiser asks besides is left as it is. */
export function toUpdateForm(values: HolderValues): UpdateTicketOwnerForm {
  return { ...values, additional: {}, additionalServices: {} }
}

/** What was refused: the first problem of each field, and what no field of the page answers for. */
export type Refusal = { readonly fields: ReadonlyMap<string, WireProblem>; readonly others: readonly WireProblem[] }

export function sortRefusal(problems: readonly WireProblem[]): Refusal {
  const parts: readonly string[] = HOLDER_PARTS
  const fields = new Map<string, WireProblem>()
  for (const problem of problems) {
    if (parts.includes(problem.field) && !fields.has(problem.field)) fields.set(problem.field, problem)
  }
  return { fields, others: problems.filter(({ field }) => !parts.includes(field)) }
}
