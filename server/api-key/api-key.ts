import { createHash, randomBytes } from 'node:crypto'
import type { API_KEY_TYPES } from '#contract/organiser.ts'

/** A role a key of an organisation can have. */
export type ApiKeyType = (typeof API_KEY_TYPES)[number]

/** Only the key of the shop itself has the role SYSTEM_API_CLIENT. */
export type ApiKeyRole = ApiKeyType | 'SYSTEM_API_CLIENT'

/** Who calls, known by a key: the shop's operator, or somebody of one organisation. */
export type Caller = { readonly role: 'SYSTEM_API_CLIENT' } | OrganizationCaller

export type OrganizationCaller = {
  readonly role: ApiKeyType
  readonly organizationId: number
  readonly keyId: number
  /** Of the key, for people. */
  readonly description: string
}

/** A new key: 256 bits nobody can guess. */
export const newApiKey = (): string => randomBytes(32).toString('base64url')

/** What is stored of a key. It is long and random, so a plain digest can't be turned back. */
export const hashOfApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The key in an `Authorization: ApiKey <key>` header; the scheme in any case, one blank. */
export function apiKeyIn(authorization: string | undefined): string | undefined {
  return /^apikey ([^\s]+)$/i.exec(authorization ?? '')?.[1]
}
