import type { Shop } from '#server/catalog/context.ts'
import type { GoogleIssuer } from '#server/documents/wallet-issuer/configured.ts'
import { type WalletPass, findPass, repeatChange } from '../store.ts'
import { accessToken } from './access.ts'
import type { GoogleApi, ObjectKind } from './client.ts'
import { saveLink } from './save-link.ts'

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
