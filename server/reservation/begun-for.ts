import type { CreationResponse } from '#contract/organiser-subscription.ts'
import { type Problem, problem } from '#domain/problem.ts'
import { type Contact, looksLikeEmail } from '#domain/reservation/contact.ts'
import { lineOrEmpty } from '#domain/text/clean-text.ts'

/** What calls by which organisers begin an order for somebody have in common. */

type Named = { readonly firstName?: string | null; readonly lastName?: string | null; readonly email?: string | null }

export const personOf = ({ firstName, lastName, email }: Named): Contact => ({
  firstName: lineOrEmpty(firstName),
  lastName: lineOrEmpty(lastName),
  email: email?.trim() ?? '',
})

/** Without what was left empty. */
export function stated<Value>(members: Readonly<Record<string, Value | null | undefined>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): [string, Value][] => (value == null ? [] : [[name, value]])),
  )
}

/** An address that could be nobody's; none at all is filled in later. */
export function wrongAddress({ email }: Contact, of: string): Problem[] {
  return email === '' || looksLikeEmail(email) ? [] : [problem('error.email', { field: `${of}.email` })]
}

export const presentCreated = (id: string, href: string): CreationResponse => ({
  id,
  href,
  errors: null,
  success: true,
})

/** As clients of the organiser contract know a refused reservation: one code for all, and the text's in its description. */
export const presentRefused = (problems: readonly Problem[]): CreationResponse => ({
  id: null,
  href: null,
  errors: presentProblems(problems),
  success: false,
})

export const presentProblems = (problems: readonly Problem[]) =>
  problems.map(({ code, field, args }) => ({
    fieldName: field ?? '',
    code: 'invalid.reservation',
    description: code,
    ...(args && { arguments: [...args] }),
  }))
