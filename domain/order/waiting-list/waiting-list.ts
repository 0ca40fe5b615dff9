import { type Category, hasSaleEnded, isSaleInFuture } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'

/** People wait before anything is sold, or because all is sold. */
export type WaitingKind = 'PRE_SALES' | 'SOLD_OUT'

export type WaitingListFacts = {
  /** Of the event, in any order. */
  readonly categories: readonly Category[]
  /** Seats that can be had in a category now; an unbounded one counts the pool. */
  readonly freeSeats: (category: Category) => number
  readonly now: Instant
  readonly rules: WaitingListRules
}

/** What the organiser has decided. */
export type WaitingListRules = {
  /** STOP_WAITING_QUEUE_SUBSCRIPTIONS */
  readonly isStopped: boolean
  /** ENABLE_PRE_REGISTRATION */
  readonly isOpenBeforeSales: boolean
  /** ENABLE_WAITING_QUEUE */
  readonly isOpenWhenSoldOut: boolean
}

/** Is the form shown (domain rules 6.1)? */
export function isWaitingListOpen(facts: WaitingListFacts): boolean {
  if (facts.rules.isStopped) return false
  return isPreSales(facts.categories, facts.now) ? facts.rules.isOpenBeforeSales : isOpenAfterSellOut(facts)
}

/**
 * What a visitor who joins now waits for; undefined when the list is closed (domain rules 6.2). It differs from the
 * form only where the category that ends first is not the one that begins first (13, Q13): what is on sale is bought.
 */
export function waitingKind(facts: WaitingListFacts): WaitingKind | undefined {
  const hasBegun = visible(facts.categories).some(category => !isSaleInFuture(category, facts.now))
  if (!isWaitingListOpen(facts)) return undefined
  if (!hasBegun) return 'PRE_SALES'
  return isOpenAfterSellOut(facts) ? 'SOLD_OUT' : undefined
}

/** Before the sale of the visible category that ends first (domain rules 5; 13, Q13). */
function isPreSales(categories: readonly Category[], now: Instant): boolean {
  const firstToEnd = visible(categories).toSorted((a, b) => a.onSale.end - b.onSale.end)[0]
  return firstToEnd !== undefined && isSaleInFuture(firstToEnd, now)
}

/** The categories a visitor may wait for: visible, unbounded, and not ended (domain rules 6.1). */
export function waitingListChoices(categories: readonly Category[], now: Instant): Category[] {
  return visible(categories).filter(category => category.seatSource.kind === 'pool' && !hasSaleEnded(category, now))
}

/** A seat left over in a category whose sale has ended is not for sale, and so keeps no visitor from waiting. */
function isOpenAfterSellOut({ categories, freeSeats, now, rules }: WaitingListFacts): boolean {
  const current = visible(categories).filter(category => !hasSaleEnded(category, now))
  return rules.isOpenWhenSoldOut && current.length > 0 && current.every(category => freeSeats(category) <= 0)
}

const visible = (categories: readonly Category[]): readonly Category[] =>
  categories.filter(({ isRestricted }) => !isRestricted)
