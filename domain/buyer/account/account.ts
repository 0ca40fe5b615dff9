import type { Instant } from '#domain/foundation/instant.ts'
import type { Billing } from '#domain/order/reservation/billing.ts'

/** A random UUID; no address has it. */
export type AccountId = string & { readonly __brand: 'AccountId' }

/** A person's identity at a sign-in provider; nothing else shows that two sign-ins are by one person (lifecycle H). */
export type Identity = { readonly issuer: string; readonly subject: string }

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
