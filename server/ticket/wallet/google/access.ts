import { createHash } from 'node:crypto'
import type { Instant } from '#domain/foundation/instant.ts'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'
import { type ServiceAccount, signedToken } from '#server/documents/wallet-issuer/configured.ts'

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const TIMEOUT_MS = 8_000
const LIFETIME_SECONDS = 3600

/** How long before its end an access token is not used any more. */
const RESERVE_SECONDS = 60

type Known = { readonly token: string; readonly until: number }

const known = new Map<string, Known>()

type Asking = { readonly account: ServiceAccount; readonly origin: string; readonly now: Instant }

/**
 * The token that opens Google's wallet API to the account; one is fetched in an hour. Throws when there is none to be
 * had, without a word of what Google was sent.
 */
export async function accessToken({ account, origin, now }: Asking): Promise<string> {
  const key = createHash('sha256')
    .update(`${origin} ${account.email} `)
    .update(account.key.export(PEM))
    .digest('base64')
  const found = known.get(key)
  const seconds = Math.floor(now / 1000)
  if (found && found.until - RESERVE_SECONDS > seconds && found.until <= seconds + LIFETIME_SECONDS) return found.token
  const fetched = await fetchToken(account, origin, seconds)
  known.set(key, fetched)
  return fetched.token
}

const PEM = { type: 'pkcs8', format: 'pem' } as const

async function fetchToken(account: ServiceAccount, origin: string, now: number): Promise<Known> {
  assertNoTransactionOpen()
  const address = `${origin}/token`
  const claims = { iss: account.email, scope: SCOPE, aud: address, iat: now, exp: now + LIFETIME_SECONDS }
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signedToken(account, claims),
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body: unknown = response.ok ? await response.json() : undefined
  if (typeof body !== 'object' || body === null || !('access_token' in body) || typeof body.access_token !== 'string') {
    throw new Error(`Google gave no access: ${response.status}`)
  }
  const lifetime = 'expires_in' in body && typeof body.expires_in === 'number' ? body.expires_in : LIFETIME_SECONDS
  return { token: body.access_token, until: now + Math.min(lifetime, LIFETIME_SECONDS) }
}
