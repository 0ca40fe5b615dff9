import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type GoogleIssuer, type ServiceAccount, signedToken } from '#server/documents/wallet-issuer/configured.ts'
import { type WalletPass, findPass, repeatChange } from '../store.ts'
import { createHash } from 'node:crypto'
import type { Instant } from '#domain/foundation/instant.ts'

/** What Google keeps: a class for each category of an event and for each pass, an object for each ticket and bought pass. */
type ObjectKind = 'eventTicketObject' | 'genericObject'
type ResourceKind = 'eventTicketClass' | 'genericClass' | ObjectKind
export type Resource = { readonly id: string } & Readonly<Record<string, unknown>>

/** Where Google's wallet API is, and the token that opens it. */
export type GoogleApi = { readonly origin: string; readonly token: string }

const TIMEOUT_MS = 8_000

/** Makes sure that Google has this; what it has already stays as it is unless `overwrites`. */
export async function ensure(
  api: GoogleApi,
  { kind, resource, overwrites }: { kind: ResourceKind; resource: Resource; overwrites: boolean },
): Promise<void> {
  const found = await ask(api, { method: 'GET', path: pathOf(kind, resource.id), mayBeMissing: true })
  if (!found) await ask(api, { method: 'POST', path: kind, body: resource })
  else if (overwrites) await ask(api, { method: 'PUT', path: pathOf(kind, resource.id), body: resource })
}

/** The object shows as no longer valid; one that Google doesn't have needs nothing. */
export async function deactivate(api: GoogleApi, kind: ObjectKind, objectId: string): Promise<void> {
  const path = pathOf(kind, objectId)
  await ask(api, { method: 'PATCH', path, body: { state: 'INACTIVE' }, mayBeMissing: true })
}

const pathOf = (kind: ResourceKind, id: string): string => `${kind}/${encodeURIComponent(id)}`

type Question = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body?: object
  readonly mayBeMissing?: boolean
}

/** Returns whether it is there. Throws when Google refuses; the error never contains what was sent. */
async function ask(api: GoogleApi, { method, path, body, mayBeMissing = false }: Question): Promise<boolean> {
  assertNoTransactionOpen()
  const response = await fetch(`${api.origin}/walletobjects/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${api.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (response.ok) return true
  if (response.status === 404 && mayBeMissing) return false
  throw new Error(`Google Wallet answered ${response.status} to ${method} of ${path.split('/', 1)[0]}`)
}

export async function openApi({ config, clock }: Shop, { account }: GoogleIssuer): Promise<GoogleApi> {
  const { google, googleToken } = config.wallets
  return { origin: google, token: await accessToken({ account, origin: googleToken, now: clock.now() }) }
}

type Giving = { readonly issuer: GoogleIssuer; readonly pass: WalletPass; readonly kind: ObjectKind }

/** Gives something to Google by `put` and answers where its holder adds it to their wallet; undefined when it is void meanwhile. */
export async function give(
  shop: Shop,
  { issuer, pass, kind }: Giving,
  put: (api: GoogleApi) => Promise<void>,
): Promise<string | undefined> {
  const { account } = issuer
  await put(await openApi(shop, issuer))
  const { now } = shop.clock
  if ((await findPass(shop.db, pass.id))?.status !== 'ACTIVE') {
    // The ticket went to another person meanwhile: the change came before Google had the pass, and has to be sent
    // again.
    await repeatChange(shop.db, pass.id, now())
    return undefined
  }
  return saveLink({ account, kind, objectId: nameOf(pass), baseUrl: shop.config.baseUrl, now: now() })
}

/** What Google calls it. */
export function nameOf({ id, objectId }: Pick<WalletPass, 'id' | 'objectId'>): string {
  if (objectId === null) throw new Error(`pass ${id} has no name at Google`)
  return objectId
}

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const TOKEN_TIMEOUT_MS = 8_000
const LIFETIME_SECONDS = 3600

/** How long before its end an access token is not used any more. */
const RESERVE_SECONDS = 60

type CachedToken = { readonly token: string; readonly until: number }

const tokens = new Map<string, CachedToken>()

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
  const found = tokens.get(key)
  const seconds = Math.floor(now / 1000)
  if (found && found.until - RESERVE_SECONDS > seconds && found.until <= seconds + LIFETIME_SECONDS) return found.token
  const fetched = await fetchToken(account, origin, seconds)
  tokens.set(key, fetched)
  return fetched.token
}

const PEM = { type: 'pkcs8', format: 'pem' } as const

async function fetchToken(account: ServiceAccount, origin: string, now: number): Promise<CachedToken> {
  assertNoTransactionOpen()
  const address = `${origin}/token`
  const claims = { iss: account.email, scope: SCOPE, aud: address, iat: now, exp: now + LIFETIME_SECONDS }
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signedToken(account, claims),
    }),
    signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS),
  })
  const body: unknown = response.ok ? await response.json() : undefined
  if (typeof body !== 'object' || body === null || !('access_token' in body) || typeof body.access_token !== 'string') {
    throw new Error(`Google gave no access: ${response.status}`)
  }
  const lifetime = 'expires_in' in body && typeof body.expires_in === 'number' ? body.expires_in : LIFETIME_SECONDS
  return { token: body.access_token, until: now + Math.min(lifetime, LIFETIME_SECONDS) }
}

type Saving = {
  readonly account: ServiceAccount
  readonly kind: ObjectKind
  readonly objectId: string
  /** Of the shop, which asks for it. */
  readonly baseUrl: string
  readonly now: Instant
}

/** Where a person adds to their wallet what Google has. */
function saveLink({ account, kind, objectId, baseUrl, now }: Saving): string {
  const token = signedToken(account, {
    iss: account.email,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now / 1000),
    origins: [baseUrl],
    payload: { [`${kind}s`]: [{ id: objectId }] },
  })
  return `https://pay.google.com/gp/v/save/${token}`
}
