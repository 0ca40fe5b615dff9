import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { cleanLine, cleanText } from '#domain/foundation/text/clean-text.ts'
import { trimmed } from '#domain/organiser/event-editing/reading.ts'

/** An organisation as its operator describes it. */
export type OrganizationForm = {
  readonly name: string
  readonly email: string
  readonly description: string
  readonly externalId?: string | null | undefined
  readonly slug?: string | null | undefined
}

/** An organisation that can be stored. */
export type OrganizationDraft = {
  readonly name: string
  readonly email: string
  readonly description: string
  readonly externalId: string | null
  readonly slug: string | null
}

/** Name, e-mail and description are required, the slug must fit into an address (organiser contract). */
export function decodeOrganization(form: OrganizationForm): Outcome<OrganizationDraft> {
  const problems: Problem[] = []
  const slug = trimmed(form.slug)
  const draft = {
    name: cleanLine(form.name),
    email: form.email.trim(),
    description: cleanText(form.description).trim(),
    externalId: trimmed(form.externalId),
    slug,
  }
  for (const field of ['name', 'email', 'description'] as const) {
    if (draft[field] === '') problems.push(problem('organization-field-missing', { field, args: [field] }))
  }
  if (draft.email !== '' && !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(draft.email)) {
    problems.push(problem('organization-email-unreadable', { field: 'email' }))
  }
  if (slug !== null && !/^[a-z0-9][a-z0-9-]*$/.test(slug)) {
    problems.push(problem('organization-slug-malformed', { field: 'slug' }))
  }
  return acceptedUnless(problems, draft)
}
