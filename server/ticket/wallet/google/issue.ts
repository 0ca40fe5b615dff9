import type { Category } from '#domain/catalog/catalog/category.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { type GoodTicket, eventKey } from '#server/order/order/good-ticket.ts'
import type { GoogleIssuer } from '#server/documents/wallet-issuer/configured.ts'
import { handOut, handOutPass } from '../hand-out.ts'
import type { WalletPass } from '../store.ts'
import { type GoogleApi, deactivate, ensure, give, nameOf, openApi } from './client.ts'
import {
  classId,
  eventTicketClass,
  eventTicketObject,
  genericClass,
  genericObject,
  objectId,
  passClassId,
  passObjectId,
} from './objects.ts'
import { passUseUrl } from '#server/mail/letter/page-urls.ts'
import type { GoodPass } from '#server/order/order/good-pass.ts'

type Issuing = { readonly offer: OfferedEvent; readonly issuer: GoogleIssuer }

/**
 * Gives the ticket to Google and answers where its holder adds it to their wallet; undefined unless it is one that can be
 * added (lifecycle G). Throws when Google can't be had.
 */
export async function issueToGoogle(
  shop: Shop,
  { offer, issuer, publicId }: Issuing & { readonly publicId: string },
): Promise<string | undefined> {
  const naming = { config: shop.config, issuerId: issuer.issuerId }
  const { shortName } = offer.context
  const nameFor = (holderNumber: number) => objectId(naming, { shortName, publicId, holderNumber })
  const handed = await handOut(shop, { offer, publicId, kind: 'GOOGLE', nameFor })
  if (!handed) return undefined
  const { pass, good } = handed
  const { overwrites } = issuer
  return give(shop, { issuer, pass, kind: 'eventTicketObject' }, async api => {
    await putClass(shop, api, { offer, issuer, category: good.category, overwrites })
    await putObject(shop, api, { issuer, pass, good, overwrites })
  })
}

/** Brings what Google has of a pass up to date: void, or written anew. */
export async function updateAtGoogle(
  shop: Shop,
  { issuer, pass, good }: { issuer: GoogleIssuer; pass: WalletPass; good: GoodTicket | undefined },
): Promise<void> {
  const api = await openApi(shop, issuer)
  if (pass.status === 'ACTIVE' && good) await putObject(shop, api, { issuer, pass, good, overwrites: true })
  else if (pass.objectId !== null) await deactivate(api, 'eventTicketObject', pass.objectId)
}

/** Updates what Google shows on all tickets of a category. */
export async function updateClassAtGoogle(
  shop: Shop,
  { offer, issuer, category }: Issuing & { readonly category: Category },
): Promise<void> {
  await putClass(shop, await openApi(shop, issuer), { offer, issuer, category, overwrites: true })
}

type Class = Issuing & { readonly category: Category; readonly overwrites: boolean }

async function putClass({ config, texts }: Shop, api: GoogleApi, { offer, issuer, category, overwrites }: Class) {
  const { context: event } = offer
  const id = classId({ config, issuerId: issuer.issuerId }, { shortName: event.shortName, categoryId: category.id })
  const facts = { id, event, category, baseUrl: config.baseUrl, texts: textsOf(offer, texts) }
  const markdown = inLanguage(event.description, event.languages[0])
  await renderAhead([{ to: 'text', markdown, owner: ownerOf(event.organization) }])
  await ensure(api, { kind: 'eventTicketClass', resource: eventTicketClass(facts), overwrites })
}

type TicketToPut = {
  readonly issuer: GoogleIssuer
  readonly pass: WalletPass
  readonly good: GoodTicket
  readonly overwrites: boolean
}

async function putObject({ config, db }: Shop, api: GoogleApi, { issuer, pass, good, overwrites }: TicketToPut) {
  const { context: event } = good.offer
  const category = { shortName: event.shortName, categoryId: good.category.id }
  const facts = {
    good,
    eventKey: await eventKey(db, event),
    classId: classId({ config, issuerId: issuer.issuerId }, category),
  }
  await ensure(api, {
    kind: 'eventTicketObject',
    resource: eventTicketObject({ id: nameOf(pass), ...facts }),
    overwrites,
  })
}

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
  return give(shop, { issuer, pass, kind: 'genericObject' }, api =>
    putPassObject(shop, api, { issuer, pass, good, overwrites }),
  )
}

/** Brings what Google has of a bought pass up to date: void, or written anew. */
export async function updatePassAtGoogle(
  shop: Shop,
  { issuer, pass, good }: { issuer: GoogleIssuer; pass: WalletPass; good: GoodPass | undefined },
): Promise<void> {
  const api = await openApi(shop, issuer)
  if (pass.status === 'ACTIVE' && good) await putPassObject(shop, api, { issuer, pass, good, overwrites: true })
  else await deactivate(api, 'genericObject', nameOf(pass))
}

type PassToPut = {
  readonly issuer: GoogleIssuer
  readonly pass: WalletPass
  readonly good: GoodPass
  readonly overwrites: boolean
}

async function putPassObject({ config, texts }: Shop, api: GoogleApi, { issuer, pass, good, overwrites }: PassToPut) {
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
