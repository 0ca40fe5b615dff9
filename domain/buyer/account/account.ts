import type { Instant } from '#domain/foundation/instant.ts'
import type { Billing, InvoiceTerms } from '#domain/order/reservation/billing.ts'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, checkNames, isPlausibleEmail } from '#domain/order/reservation/contact.ts'
import type { DetailsWarning } from '#domain/order/reservation/judge-details.ts'
import { judgeBilling, warnAboutBilling } from '#domain/order/reservation/judge-billing.ts'
import type { Problem } from '#domain/foundation/problem.ts'

/** A random UUID; no address has it. */
export type AccountId = string & { readonly __brand: 'AccountId' }

/** A person's identity at a sign-in provider; nothing else shows that two sign-ins are by one person (lifecycle H). */
type Identity = { readonly issuer: string; readonly subject: string }

/** What a provider reports about a person who has just signed in. */
export type SignedInPerson = {
  readonly identity: Identity
  /** Null when the provider sends none that could be one. */
  readonly email: string | null
  /** Does the provider say that the address is theirs? */
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** An answer that was kept for the next time: its question per language, and what was answered. */
export type KeptAnswer = { readonly label: Readonly<Record<string, string>>; readonly values: readonly string[] }

/** What a buyer has the shop remember; null until something is saved. */
export type Profile = {
  readonly billing: Billing
  /** By the name of the question. */
  readonly answers: Readonly<Record<string, KeptAnswer>>
}

/** A buyer who can sign in. */
export type Account = {
  readonly id: AccountId
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly profile: Profile | null
  readonly createdAt: Instant
}

/** What a person states about themselves. */
export type ProfileChange = {
  readonly firstName: string
  readonly lastName: string
  readonly billing: Billing
  /** By the name of the question; null clears. Empty: all answers are cleared. */
  readonly answers: ReadonlyMap<string, string | null>
}

type ProfileVerdict = { readonly problems: readonly Problem[]; readonly warnings: readonly DetailsWarning[] }

/**
 * Names are needed; billing is judged only when an invoice is asked for, since a profile may hold half of an address.
 */
export function judgeProfile(change: ProfileChange, terms: InvoiceTerms): ProfileVerdict {
  const { billing } = change
  const contact = { ...change, email: '' }
  return {
    problems: [...checkNames(contact), ...(billing.isInvoiceRequested ? judgeBilling(billing, terms) : [])],
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
        const stated = answers.get(name)
        if (stated === undefined) return [[name, answer]]
        return stated === null || stated === '' ? [] : [[name, { ...answer, values: [stated] }]]
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
  details: Pick<Profile, 'billing' | 'answers'>,
): Profile {
  return { billing: details.billing, answers: { ...profile?.answers, ...details.answers } }
}

/** What a provider claims about a person, by the names of OpenID Connect Core 5.1. */
type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string }

/** Which claims have the names; providers differ (lifecycle H). */
export type NameClaims = { readonly givenName: string; readonly familyName: string }

/**
 * Reads who has signed in. Names are cut to what fits; an address that can't be one is none. An address counts as
 * verified only if the provider says so in so many words: some send the text "true".
 */
export function personOf(claims: Claims, { givenName, familyName }: NameClaims): SignedInPerson {
  const address = textOf(claims['email'], EMAIL_MAX_LENGTH + 1)
  const email = address.length <= EMAIL_MAX_LENGTH && isPlausibleEmail(address) ? address : null
  const verified = claims['email_verified']
  return {
    identity: { issuer: claims.iss, subject: claims.sub },
    email,
    isEmailVerified: email !== null && (verified === true || verified === 'true'),
    firstName: textOf(claims[givenName], NAME_MAX_LENGTH),
    lastName: textOf(claims[familyName], NAME_MAX_LENGTH),
  }
}

function textOf(claim: unknown, length: number): string {
  if (typeof claim !== 'string') return ''
  return claim
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, length)
}
