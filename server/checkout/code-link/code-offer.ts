import type { CodeOffer } from '#contract/promo-code.ts'
import { printedTotal } from '#domain/foundation/money/money.ts'
import { descriptionsOf, markdownByLanguage } from '#server/catalog/browse/present.ts'
import type { Shop } from '#server/catalog/context.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { dueForOne } from '#server/catalog/sale-check/judge-ways.ts'
import { type Category, isOnSale } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { TokenId } from '#domain/catalog/promo-code/redeemable-code.ts'
import { CODE_NOT_FOUND, MUST_BE_SALEABLE, NOT_ENOUGH_TICKETS } from '#domain/order/reservation/selection-problems.ts'
import { seatsOf } from '#server/catalog/catalog/seats.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { findCode, freeToken } from '#server/catalog/promo-code/find-code.ts'
import { findHeldToken, firstHeldUntil } from './store.ts'

/** The ticket that a link with a code opens, as its page shows it; undefined where it opens none. */
export async function codeOffer(shop: Shop, code: CodeAtEvent): Promise<CodeOffer | undefined> {
  const read = await readCodeLink(shop, code)
  if (!read?.ok || read.value.kind !== 'ticket') return undefined
  const { offer, category, heldUntil } = read.value
  const texts = textsOf(offer, shop.texts)
  await renderAhead(descriptionsOf(offer, texts))
  const { amount, currency } = dueForOne(category, { offer, now: shop.clock.now() })
  return {
    categoryName: category.name,
    description: markdownByLanguage(offer.context, category.description, texts),
    price: printedTotal(amount, currency),
    heldUntil,
  }
}

/** The same as JSON text, for a page. */
export async function readCodeOffer(
  shop: Shop,
  { shortName, code }: { readonly shortName: string; readonly code: string },
): Promise<string | undefined> {
  const offer = await codeOffer(shop, { shortName, text: code })
  return offer && JSON.stringify(offer)
}

export type CodeAtEvent = { readonly shortName: string; readonly text: string }

/** What a link with a code leads to: a promo code is for the page of the event, all others open one ticket. */
export type CodeLink = { readonly kind: 'promo-code'; readonly code: string } | OpenedTicket

/** One ticket of a category. `heldUntil`: orders hold what the link opens, and when the first of them ends. */
export type OpenedTicket = {
  readonly kind: 'ticket'
  readonly offer: OfferedEvent
  readonly category: Category
  /** Null for the own code of a category. */
  readonly token: { readonly id: TokenId; readonly code: string } | null
  readonly heldUntil: Instant | null
}

type Needs = Pick<Shop, 'db' | 'catalog' | 'clock'>

/**
 * Reads what a link with a code opens, and takes nothing (shop contract, code links): a promo code, one ticket of the
 * category of a token, or of the category whose own code it is. Refused where it opens nothing now; undefined for an
 * unknown event.
 */
export async function readCodeLink(
  shop: Needs,
  { shortName, text }: CodeAtEvent,
): Promise<Outcome<CodeLink> | undefined> {
  const offer = await shop.catalog.offeredEvent(shortName)
  if (!offer) return undefined
  const typed = text.trim()
  const code = await findCode(shop.db, offer, typed, shop.clock.now())
  if (code?.kind === 'promo-code') return accepted({ kind: 'promo-code', code: code.promo.code })
  const held = code ? undefined : await findHeldToken(shop.db, typed, offer.categories)
  const token = code ?? held
  if (token) {
    const category = offer.categories.find(({ id }) => id === token.categoryId)
    if (!category) return refused(CODE_NOT_FOUND)
    const opened = { kind: 'ticket' as const, offer, category, token: { id: token.id, code: typed } }
    return onSale(shop, { ...opened, heldUntil: held?.until ?? null })
  }
  const category = offer.categories.find(({ code: own }) => own !== null && own === typed)
  return category ? readCategoryLink(shop, offer, category) : refused(CODE_NOT_FOUND)
}

/** A hidden category is bought with a token: any that is free and has no recipient (domain rules 2.5). */
async function readCategoryLink(shop: Needs, offer: OfferedEvent, category: Category): Promise<Outcome<CodeLink>> {
  const opened = { kind: 'ticket' as const, offer, category, token: null, heldUntil: null }
  if (!category.isRestricted) {
    const { free } = seatsOf(await shop.catalog.seats(offer.context), category)
    return free > 0 ? onSale(shop, opened) : refused(MUST_BE_SALEABLE)
  }
  if ((await freeToken(shop.db, category.id)) !== undefined) return onSale(shop, opened)
  const heldUntil = await firstHeldUntil(shop.db, category.id)
  return heldUntil === undefined ? refused(NOT_ENOUGH_TICKETS) : onSale(shop, { ...opened, heldUntil })
}

const onSale = ({ clock }: Needs, opened: OpenedTicket): Outcome<OpenedTicket> =>
  isOnSale(opened.category, clock.now()) ? accepted(opened) : refused(MUST_BE_SALEABLE)
