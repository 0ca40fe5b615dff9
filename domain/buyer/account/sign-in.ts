import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, looksLikeEmail } from '#domain/order/reservation/contact.ts'
import type { SignedInPerson } from './account.ts'

/** What a provider claims about a person, by the names of OpenID Connect Core 5.1. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string }

/** Which claims have the names; providers differ (lifecycle H). */
export type NameClaims = { readonly givenName: string; readonly familyName: string }

/**
 * Reads who has signed in. Names are cut to what fits; an address that can't be one is none. An address counts as
 * verified only if the provider says so in so many words: some send the text "true".
 */
export function personOf(claims: Claims, { givenName, familyName }: NameClaims): SignedInPerson {
  const address = textOf(claims['email'], EMAIL_MAX_LENGTH + 1)
  const email = address.length <= EMAIL_MAX_LENGTH && looksLikeEmail(address) ? address : null
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
