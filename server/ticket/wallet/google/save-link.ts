import type { Instant } from '#domain/foundation/instant.ts'
import type { ObjectKind } from './client.ts'
import { type ServiceAccount, signedToken } from '#server/documents/wallet-issuer/configured.ts'

type Saving = {
  readonly account: ServiceAccount
  readonly kind: ObjectKind
  readonly objectId: string
  /** Of the shop, which asks for it. */
  readonly baseUrl: string
  readonly now: Instant
}

/** Where a person adds to their wallet what Google has. */
export function saveLink({ account, kind, objectId, baseUrl, now }: Saving): string {
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
