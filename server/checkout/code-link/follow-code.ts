import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { CODE_NOT_FOUND, NOT_ENOUGH_TICKETS } from '#domain/order/reservation/selection-problems.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Visit } from '#server/foundation/http/visitor.ts'
import { freeToken } from '#server/catalog/promo-code/find-code.ts'
import { type Reserved, reserveTickets } from '#server/checkout/reservation/reserve/reserve-tickets.ts'
import { type CodeAtEvent, type OpenedTicket, readCodeLink } from './code-offer.ts'
import { findOwnOrder } from './store.ts'

export type FollowedLink = CodeAtEvent & {
  /** Becomes the language of the order. */
  readonly language: string
  /** Finds again what is reserved. */
  readonly visit: Visit | null
}

/** Where a link with a code leads; `held`: others hold what it opens. */
export type Followed =
  | { readonly kind: 'code'; readonly code: string }
  | ({ readonly kind: 'reserved' } & Reserved)
  | { readonly kind: 'held' }

/**
 * Reserves the one ticket that a link with a code opens (shop contract, code links). A visit that has an open order by the
 * same link is led back to it. A promo code is for the page of the event. Undefined for an unknown event.
 */
export async function followCode(shop: Shop, link: FollowedLink): Promise<Outcome<Followed> | undefined> {
  const read = await readCodeLink(shop, link)
  if (!read?.ok) return read
  if (read.value.kind === 'promo-code') return accepted({ kind: 'code', code: read.value.code })
  const opened = read.value
  const own = await ownOrder(shop, opened, link.visit === null ? [] : [link.visit])
  if (own) return accepted({ kind: 'reserved', ...own })
  if (opened.heldUntil !== null) return accepted({ kind: 'held' })
  const ask = { shop, opened, link }
  const isAnyToken = opened.token === null && opened.category.isRestricted
  return isAnyToken ? reserveHidden(ask) : reserveOne(ask, opened.token?.code ?? null)
}

/** The open order of these visits for what the link opens. */
export const ownOrder = (
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { category, token }: OpenedTicket,
  visits: readonly Visit[],
): Promise<Reserved | undefined> =>
  findOwnOrder(db, { visits, categoryId: category.id, token: token?.id ?? null, now: clock.now() })

type Ask = { readonly shop: Shop; readonly opened: OpenedTicket; readonly link: FollowedLink }

/** How often another token is tried because a concurrent order has just taken the one that was picked. */
const ATTEMPTS = 5

async function reserveHidden(ask: Ask): Promise<Outcome<Followed>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const token = await freeToken(ask.shop.db, ask.opened.category.id)
    if (token === undefined) return accepted({ kind: 'held' })
    const outcome = await reserveOne(ask, token)
    const isTaken = outcome.ok && outcome.value.kind === 'held'
    if (!isTaken) return outcome
  }
  return refused(NOT_ENOUGH_TICKETS)
}

async function reserveOne({ shop, opened, link }: Ask, code: string | null): Promise<Outcome<Followed>> {
  const outcome = await reserveTickets(shop, {
    shortName: opened.offer.context.shortName,
    language: link.language,
    requestedLines: [{ categoryId: opened.category.id, quantity: 1 }],
    services: [],
    code,
    visit: link.visit,
  })
  if (!outcome) return refused(CODE_NOT_FOUND)
  if (outcome.ok) return accepted({ kind: 'reserved', ...outcome.value })
  // A concurrent order has taken the token since it was read.
  const isTaken = code !== null && outcome.problems.some(problem => problem.code === CODE_NOT_FOUND.code)
  return isTaken ? accepted({ kind: 'held' }) : outcome
}
