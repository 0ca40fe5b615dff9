import { inLanguage } from '#domain/language/texts.ts'
import type { OfferedEvent } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { renderAhead } from '#server/markdown/rendered-markdown.ts'
import { textsOf } from '#server/language/overrides.ts'
import { codeOf } from '#server/order/describe-ticket.ts'
import { type GoodTicket, eventKey, findGoodTicketById } from '#server/order/good-ticket.ts'
import { pathTo } from '#contract/paths.ts'
import { applePassServicePath } from '#contract/ticket-paths.ts'
import type { AppleIssuer } from '#server/wallet-issuer/configured.ts'
import { handOut } from '../hand-out.ts'
import type { WalletPass } from '../store.ts'
import { passImages } from './images.ts'
import { packPass } from './package.ts'
import { passJson } from './pass-json.ts'
import { passToken } from './pass-token.ts'

type Issuing = { readonly offer: OfferedEvent; readonly issuer: AppleIssuer }

/** The pass of a ticket for who holds it; undefined unless it is one that can be added (lifecycle G). */
export async function issueToApple(
  shop: Shop,
  { offer, issuer, publicId }: Issuing & { readonly publicId: string },
): Promise<Buffer | undefined> {
  const handed = await handOut(shop, { offer, publicId, kind: 'APPLE', nameFor: () => null })
  return handed && makePass(shop, { offer, issuer, ...handed })
}

/** A pass as it is now: with the ticket while that is its holder's, and void when it is not any more. */
export async function latestPass(
  shop: Shop,
  { offer, issuer, pass }: Issuing & { readonly pass: WalletPass },
): Promise<Buffer | undefined> {
  const good = pass.status === 'ACTIVE' ? await findGoodTicketById(shop, pass.ticketPublicId) : undefined
  return makePass(shop, { offer, issuer, pass, good })
}

type Making = Issuing & { readonly pass: WalletPass; readonly good: GoodTicket | undefined }

async function makePass(shop: Shop, { offer, issuer, pass, good }: Making): Promise<Buffer | undefined> {
  const { context: event } = offer
  const category = offer.categories.find(({ id }) => id === pass.categoryId)
  if (!category) return undefined
  const { baseUrl } = shop.config
  const key = await eventKey(shop.db, event)
  const { typeIdentifier, teamIdentifier, keystore } = issuer
  const facts = {
    event,
    category,
    serialNumber: pass.ticketUuid,
    typeIdentifier,
    teamIdentifier,
    holder: good && { holder: good.holder, publicId: good.ticket.publicId, code: codeOf(good, key) },
    language: good ? (good.ticket.language ?? good.reservation.language) : event.languages[0],
    texts: textsOf(offer, shop.texts),
    // Devices refuse a pass that names a service without https.
    updates: baseUrl.startsWith('https:')
      ? {
          url: baseUrl + pathTo(applePassServicePath, { eventName: event.shortName }),
          token: passToken(pass, key),
        }
      : undefined,
  }
  const about = inLanguage(event.description, facts.language)
  await renderAhead([{ to: 'text', markdown: about }])
  const images = await passImages(shop.db, event.fileDigest)
  return packPass({ pass: passJson(facts), images, keystore, now: shop.clock.now() })
}
