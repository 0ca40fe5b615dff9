import { type Category, hasSaleEnded } from '#domain/catalog/category.ts'
import { type Outcome, accepted, refused } from '#domain/outcome.ts'
import { CODE_NOT_FOUND, MUST_BE_SALEABLE, NOT_ENOUGH_TICKETS } from '#domain/reservation/selection-problems.ts'
import type { OfferedEvent } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { type Reserved, reserveTickets } from '#server/reservation/reserve/reserve-tickets.ts'
import { findCode } from '#server/promo-code/find-code.ts'
import { freeToken } from '#server/promo-code/free-token.ts'

export type CodeLink = {
  readonly shortName: string
  readonly text: string
  /** Becomes the language of the order. */
  readonly language: string
  /** Finds again what is reserved. */
  readonly visit: string | null
}

/** A code for the visitor to go on with, or one ticket that is held already. */
export type Followed = { readonly kind: 'code'; readonly code: string } | ({ readonly kind: 'reserved' } & Reserved)

/**
 * Where a link with a code leads (shop contract, code links): a promo code is handed to the page of the event; a token,
 * or the own code of a category, reserves one ticket of its category. Undefined for an unknown event.
 */
export async function followCode(
  shop: Shop,
  { shortName, text, language, visit }: CodeLink,
): Promise<Outcome<Followed> | undefined> {
  const offer = await shop.catalog.offeredEvent(shortName)
  if (!offer) return undefined
  const typed = text.trim()
  const code = await findCode(shop.db, offer, typed, shop.clock.now())
  if (code?.kind === 'promo-code') return accepted({ kind: 'code', code: code.promo.code })
  const ask = { shop, offer, language, visit }
  if (code) return reserveOne(ask, code.categoryId, code.code)
  const category = offer.categories.find(({ code: own }) => own !== null && own === typed)
  if (!category) return refused(CODE_NOT_FOUND)
  return category.isRestricted ? reserveHidden(ask, category) : reserveOne(ask, category.id, null)
}

type Ask = Pick<CodeLink, 'language' | 'visit'> & { readonly shop: Shop; readonly offer: OfferedEvent }

/** How often another token is tried because somebody else has just taken the one that was picked. */
const ATTEMPTS = 5

/** A hidden category is bought with a token: any that is free and was not sent to somebody. */
async function reserveHidden(ask: Ask, category: Category): Promise<Outcome<Followed>> {
  if (hasSaleEnded(category, ask.shop.clock.now())) return refused(MUST_BE_SALEABLE)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const token = await freeToken(ask.shop.db, category.id)
    if (token === undefined) break
    const outcome = await reserveOne(ask, category.id, token)
    const isTaken = !outcome.ok && outcome.problems.some(({ code }) => code === CODE_NOT_FOUND.code)
    if (!isTaken) return outcome
  }
  return refused(NOT_ENOUGH_TICKETS)
}

async function reserveOne({ shop, offer, language, visit }: Ask, categoryId: number, code: string | null) {
  const outcome = await reserveTickets(shop, {
    shortName: offer.context.shortName,
    language,
    asked: [{ categoryId, quantity: 1 }],
    services: [],
    code,
    visit,
  })
  if (!outcome) return refused(CODE_NOT_FOUND)
  return outcome.ok ? accepted<Followed>({ kind: 'reserved', ...outcome.value }) : outcome
}
