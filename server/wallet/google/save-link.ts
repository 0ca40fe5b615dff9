import type { Instant } from '#domain/instant.ts'
import { type ServiceAccount, signedToken } from '#server/wallet-issuer/service-account.ts'

type Saving = {
  readonly account: ServiceAccount
  readonly objectId: string
  /** Of the shop, which asks for it. */
  readonly baseUrl: string
  readonly now: Instant
}

/** Where a person adds a ticket that Google has to their wallet. */
export function saveLink({ account, objectId, baseUrl, now }: Saving): string {
  const token = signedToken(account, {
    iss: account.email,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now / 1000),
    origins: [baseUrl],
    payload: { eventTicketObjects: [{ id: objectId }] },
  })
  return `https://pay.google.com/gp/v/save/${token}`
}
