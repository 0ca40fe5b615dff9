import type { Shop } from '#server/catalog/context.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { passUseUrl } from '#server/mail/letter/page-urls.ts'
import type { GoodPass } from '#server/order/order/good-pass.ts'
import type { GoogleIssuer } from '#server/documents/wallet-issuer/configured.ts'
import { handOutPass } from '../hand-out.ts'
import type { WalletPass } from '../store.ts'
import { type GoogleApi, deactivate, ensure } from './client.ts'
import { give, nameOf, openApi } from './give.ts'
import { passClassId, passObjectId } from './names.ts'
import { genericClass, genericObject } from './pass-object.ts'

/**
 * Gives a bought pass to Google and answers where its owner adds it to their wallet; undefined when it is not good any more.
 * Throws when Google can't be had.
 */
export async function issuePassToGoogle(
  shop: Shop,
  { issuer, good }: { readonly issuer: GoogleIssuer; readonly good: GoodPass },
): Promise<string | undefined> {
  const naming = { config: shop.config, issuerId: issuer.issuerId }
  const { publicId } = good.pass
  const nameFor = (holderNumber: number) => passObjectId(naming, { publicId, holderNumber })
  const pass = await handOutPass(shop, { good, kind: 'GOOGLE', nameFor })
  if (!pass) return undefined
  const { overwrites } = issuer
  return give(shop, { issuer, pass, kind: 'genericObject' }, api => put(shop, api, { issuer, pass, good, overwrites }))
}

/** Brings what Google has of a bought pass up to date: void, or written anew. */
export async function updatePassAtGoogle(
  shop: Shop,
  { issuer, pass, good }: { issuer: GoogleIssuer; pass: WalletPass; good: GoodPass | undefined },
): Promise<void> {
  const api = await openApi(shop, issuer)
  if (pass.status === 'ACTIVE' && good) await put(shop, api, { issuer, pass, good, overwrites: true })
  else await deactivate(api, 'genericObject', nameOf(pass))
}

type Written = {
  readonly issuer: GoogleIssuer
  readonly pass: WalletPass
  readonly good: GoodPass
  readonly overwrites: boolean
}

async function put({ config, texts }: Shop, api: GoogleApi, { issuer, pass, good, overwrites }: Written) {
  const { offer, reservation } = good.order
  const classId = passClassId({ config, issuerId: issuer.issuerId }, offer.context)
  await ensure(api, { kind: 'genericClass', resource: genericClass(classId), overwrites })
  const resource = genericObject({
    id: nameOf(pass),
    classId,
    good,
    baseUrl: config.baseUrl,
    useUrl: passUseUrl({ config }, { id: good.pass.id, language: reservation.language }),
    texts: textsOf(offer, texts),
  })
  await ensure(api, { kind: 'genericObject', resource, overwrites })
}
