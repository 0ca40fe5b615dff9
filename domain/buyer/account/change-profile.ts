import type { Billing, InvoiceTerms } from '#domain/order/reservation/billing.ts'
import { checkNames } from '#domain/order/reservation/contact.ts'
import type { DetailsWarning } from '#domain/order/reservation/details-verdict.ts'
import { judgeBilling, warnAboutBilling } from '#domain/order/reservation/judge-billing.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { Account, KeptAnswer, Profile } from './account.ts'

/** What a person states about themselves. */
export type ProfileChange = {
  readonly firstName: string
  readonly lastName: string
  readonly billing: Billing
  /** By the name of the question; null clears. Empty: all answers are cleared. */
  readonly answers: ReadonlyMap<string, string | null>
}

export type ProfileVerdict = { readonly problems: readonly Problem[]; readonly warnings: readonly DetailsWarning[] }

/**
 * Names are needed; billing is judged only when an invoice is asked for, since a profile may hold half of an address.
 */
export function judgeProfile(change: ProfileChange, terms: InvoiceTerms): ProfileVerdict {
  const { billing } = change
  const contact = { ...change, email: '' }
  return {
    problems: [...checkNames(contact), ...(billing.isInvoiceAsked ? judgeBilling(billing, terms) : [])],
    warnings: warnAboutBilling(billing, terms, contact),
  }
}

/**
 * The profile after a change. Only answers that are kept already can change; of those that are not named, each stays as it is,
 * but for when none is named at all: then all go.
 */
export function changedProfile({ profile }: Pick<Account, 'profile'>, { billing, answers }: ProfileChange): Profile {
  const kept = Object.entries(answers.size === 0 ? {} : (profile?.answers ?? {}))
  return {
    billing,
    answers: Object.fromEntries(
      kept.flatMap(([name, answer]): [string, KeptAnswer][] => {
        const said = answers.get(name)
        if (said === undefined) return [[name, answer]]
        return said === null || said === '' ? [] : [[name, { ...answer, values: [said] }]]
      }),
    ),
  }
}

/**
 * The profile after an order: what was given for the invoice, and the earlier answers updated by those of the buyer's
 * ticket.
 */
export function rememberedProfile(
  { profile }: Pick<Account, 'profile'>,
  given: Pick<Profile, 'billing' | 'answers'>,
): Profile {
  return { billing: given.billing, answers: { ...profile?.answers, ...given.answers } }
}
