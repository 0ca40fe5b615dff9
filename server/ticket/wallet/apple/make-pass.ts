import { pathTo } from '#contract/paths.ts'
import { applePassServicePath, appleSubscriptionServicePath } from '#contract/ticket-paths.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { type OfferedContext, type OfferedEvent, type OfferedPass, isOfPass } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { passUseUrl } from '#server/mail/letter/page-urls.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { type GoodTicket, codeOf, eventKey, findGoodTicketById } from '#server/order/order/good-ticket.ts'
import { type GoodPass, findGoodPassByPublicId } from '#server/order/order/good-pass.ts'
import type { AppleIssuer } from '#server/documents/wallet-issuer/configured.ts'
import { handOut, handOutPass } from '../hand-out.ts'
import type { WalletPass } from '../store.ts'
import { type FrameFacts, boughtPassJson, passJson } from './pass-json.ts'
import { packPass, passImages } from './package.ts'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

type Issuing<Offer extends OfferedContext> = { readonly offer: Offer; readonly issuer: AppleIssuer }

/** The pass of a ticket for who holds it; undefined unless it is one that can be added (lifecycle G). */
export async function issueToApple(
  shop: Shop,
  { offer, issuer, publicId }: Issuing<OfferedEvent> & { readonly publicId: string },
): Promise<Buffer | undefined> {
  const handed = await handOut(shop, { offer, publicId, kind: 'APPLE', nameFor: () => null })
  return handed && makePass(shop, { offer, issuer, ...handed })
}

/** The same of a bought pass, for its owner. */
export async function issuePassToApple(
  shop: Shop,
  { issuer, good }: { readonly issuer: AppleIssuer; readonly good: GoodPass },
): Promise<Buffer | undefined> {
  const pass = await handOutPass(shop, { good, kind: 'APPLE', nameFor: () => null })
  return pass && makeBoughtPass(shop, { offer: good.order.offer, issuer, pass, good })
}

/** A pass as it is now: with the ticket while that is its holder's, and void when it is not any more. */
export async function latestPass(
  shop: Shop,
  { offer, issuer, pass }: Issuing<OfferedContext> & { readonly pass: WalletPass },
): Promise<Buffer | undefined> {
  const isActive = pass.status === 'ACTIVE'
  if (isOfPass(offer)) {
    const good = isActive ? await findGoodPassByPublicId(shop, pass.publicId) : undefined
    return makeBoughtPass(shop, { offer: good?.order.offer ?? offer, issuer, pass, good })
  }
  const good = isActive ? await findGoodTicketById(shop, pass.publicId) : undefined
  return makePass(shop, { offer, issuer, pass, good })
}

type Making = Issuing<OfferedEvent> & { readonly pass: WalletPass; readonly good: GoodTicket | undefined }

async function makePass(shop: Shop, { offer, issuer, pass, good }: Making): Promise<Buffer | undefined> {
  const { context: event } = offer
  const category = offer.categories.find(({ id }) => id === pass.categoryId)
  if (!category) return undefined
  const key = await eventKey(shop.db, event)
  const language = good ? (good.ticket.language ?? good.reservation.language) : event.languages[0]
  const facts = {
    ...(await frameFacts(shop, { offer, issuer, pass, language })),
    event,
    category,
    holder: good && { holder: good.holder, publicId: good.ticket.publicId, code: codeOf(good, key) },
  }
  return pack(shop, { offer, issuer, language }, () => passJson(facts))
}

type MakingBought = Issuing<OfferedPass> & { readonly pass: WalletPass; readonly good: GoodPass | undefined }

async function makeBoughtPass(shop: Shop, { offer, issuer, pass, good }: MakingBought): Promise<Buffer> {
  const { context } = offer
  const language = good?.order.reservation.language ?? context.languages[0]
  const facts = {
    ...(await frameFacts(shop, { offer, issuer, pass, language })),
    pass: context,
    owned: good && {
      bought: good.pass,
      ownerName: fullName(good.pass.owner ?? good.order.reservation.contact),
      useUrl: passUseUrl(shop, { id: good.pass.id, language }),
    },
  }
  return pack(shop, { offer, issuer, language }, () => boughtPassJson(facts))
}

type Framing = Issuing<OfferedContext> & { readonly pass: WalletPass; readonly language: string }

async function frameFacts(
  { config, db, texts }: Shop,
  { offer, issuer, pass, language }: Framing,
): Promise<FrameFacts> {
  const { typeIdentifier, teamIdentifier } = issuer
  const token = passToken(pass, await secretKey(db, offer.context))
  return {
    serialNumber: pass.serialNumber,
    typeIdentifier,
    teamIdentifier,
    language,
    texts: textsOf(offer, texts),
    // Devices refuse a pass that names a service without https.
    updates: config.baseUrl.startsWith('https:')
      ? { url: config.baseUrl + servicePath(offer.context), token }
      : undefined,
  }
}

const servicePath = (context: PurchaseContext): string =>
  context.kind === 'event'
    ? pathTo(applePassServicePath, { eventName: context.shortName })
    : pathTo(appleSubscriptionServicePath, { id: context.publicId })

type Packing = Issuing<OfferedContext> & { readonly language: string }

async function pack(
  { db, clock }: Shop,
  { offer: { context }, issuer, language }: Packing,
  write: () => object,
): Promise<Buffer> {
  const markdown = inLanguage(context.description, language)
  await renderAhead([{ to: 'text', markdown, owner: ownerOf(context.organization) }])
  const images = await passImages(db, context.fileDigest)
  return packPass({ pass: write(), images, keystore: issuer.keystore, now: clock.now() })
}

type TokenFacts = {
  readonly contextId: number
  readonly reservationId: string
  readonly serialNumber: string
  readonly holderNumber: number
}

/**
 * What a device proves with that it has this pass: HMAC-SHA256 with the secret key of its event, or pass (lifecycle G).
 * Each holder has one of their own, or a former holder would be sent the new holder's code.
 */
export function passToken(facts: TokenFacts, secretKey: string): string {
  const { contextId, reservationId, serialNumber, holderNumber } = facts
  const parts = [contextId, reservationId, serialNumber, ...(holderNumber === 0 ? [] : [holderNumber])]
  return createHmac('sha256', secretKey).update(parts.join('/'), 'utf8').digest('base64')
}

/** Does `Authorization: ApplePass <token>` hold this token? Takes as long for every wrong one. */
export function isAuthorized(header: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(tokenIn(header) ?? ''), digest(token))
}

/** Does the header hold any token of a pass? */
export const namesToken = (header: string | undefined): boolean => tokenIn(header) !== undefined

const tokenIn = (header: string | undefined): string | undefined => /^ApplePass (\S+)$/i.exec(header?.trim() ?? '')?.[1]

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** What signs the proofs of devices that keep something of an event or a pass. It never leaves the server. */
export async function secretKey(on: Queryable, context: PurchaseContext): Promise<string> {
  return context.kind === 'event' ? eventKey(on, context) : passKey(on, context)
}

/** As long as the catalogue remembers a pass: its key never changes. */
const keys = new WeakMap<Pass, string>()

async function passKey(on: Queryable, pass: Pass): Promise<string> {
  const cached = keys.get(pass)
  if (cached !== undefined) return cached
  const query = on.kysely.selectFrom('pass').select('secret_key').where('id', '=', pass.id)
  const { secret_key: key } = await query.executeTakeFirstOrThrow()
  keys.set(pass, key)
  return key
}
