import type { Instant, Window } from '#domain/foundation/instant.ts'
import { isInside } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Minor } from '#domain/foundation/money/money.ts'

export type CategoryId = number & { readonly brand: 'CategoryId' }

/** Reads an id that has travelled; whether there is such a category is found out by who looks it up. */
export const categoryId = (id: number): CategoryId => id as CategoryId

/** A bounded category owns seats; an unbounded one draws from the pool it shares with the others (domain rules 4.1). */
export type SeatSource = { readonly kind: 'bounded'; readonly seats: number } | { readonly kind: 'pool' }

export type AccessType = 'INHERIT' | 'IN_PERSON' | 'ONLINE'

export type Category = {
  readonly id: CategoryId
  readonly name: string
  /** Markdown. */
  readonly description: LocalizedTexts
  /** Before VAT when the event adds it, otherwise what the buyer pays. */
  readonly price: Minor
  readonly seatSource: SeatSource
  /** Hidden: only a token or an access code opens it (domain rules 2.5). */
  readonly isRestricted: boolean
  /** Its own code: a link that carries it reserves one ticket. */
  readonly code: string | null
  readonly onSale: Window
  readonly accessType: AccessType
  readonly ordinal: number
  /** When its holders are let in, where that differs from the event. */
  readonly checkInFrom: Instant | null
  readonly checkInTo: Instant | null
  readonly validFrom: Instant | null
  readonly validTo: Instant | null
}

/** What the seats of a category look like now. `free` counts the pool for an unbounded category. */
export type SeatCount = { readonly free: number; readonly held: number; readonly released: number }

type Sold = Pick<Category, 'onSale'>

export const isOnSale = (category: Sold, now: Instant): boolean => isInside(category.onSale, now)
export const hasSaleEnded = (category: Sold, now: Instant): boolean => category.onSale.end <= now
export const isSaleInFuture = (category: Sold, now: Instant): boolean => category.onSale.start > now

/** On sale, and no seat is free at this moment (domain rules 4.6). */
export function isSoldOut(category: Category, seats: SeatCount, now: Instant): boolean {
  return isOnSale(category, now) && seats.free <= 0
}

/** Some seats may come back: held by unfinished reservations, or released and not yet free (domain rules 4.6). */
export const mayComeBack = ({ held, released }: SeatCount): boolean => held + released > 0

/** What is left for a buyer who needs one of so many tokens for each seat (domain rules 2.5). */
export const withTokens = (seats: SeatCount, tokens: number): SeatCount => ({
  ...seats,
  free: Math.min(seats.free, tokens),
})

/** How many tickets one reservation may take now: the line maximum, capped by what is free, never negative. */
export function maximumSaleable(seats: SeatCount, maximumPerLine: number): number {
  return Math.max(0, Math.min(maximumPerLine, seats.free))
}

/** Restricted ones first, then by ordinal, sale start, sale end and id (domain rules 4.6). */
export function byDisplayOrder(a: Category, b: Category): number {
  return (
    Number(b.isRestricted) - Number(a.isRestricted) ||
    a.ordinal - b.ordinal ||
    a.onSale.start - b.onSale.start ||
    a.onSale.end - b.onSale.end ||
    a.id - b.id
  )
}
