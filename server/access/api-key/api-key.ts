import { createHash, randomBytes } from 'node:crypto'

/** The role that the key of the shop itself is stored with. */
export const SHOP_ROLE = 'SYSTEM_API_CLIENT'

/** A new key: 256 bits that can't be guessed. */
export const newApiKey = (): string => randomBytes(32).toString('base64url')

/** What is stored of a key. It is long and random, so a plain digest can't be turned back. */
export const hashOfApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The key in an `Authorization: ApiKey <key>` header; the scheme in any case, one blank. */
export function apiKeyIn(authorization: string | undefined): string | undefined {
  return /^apikey ([^\s]+)$/i.exec(authorization ?? '')?.[1]
}
