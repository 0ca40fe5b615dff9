import type { SeatSource } from '#domain/catalog/catalog/category.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { CategoryDraft, EventDraft } from './event-draft.ts'
import { newFindings } from './event-problem.ts'

/** The seats of a stored category: rows that carry its id. */
export type CategorySeats = {
  readonly id: number
  readonly price: Minor
  /** FREE rows it owns; 0 for an unbounded category. */
  readonly free: number
  /** All rows it owns, free or not, without invalidated ones. */
  readonly owned: number
}

/** The seats of a stored event. */
export type EventSeats = {
  /** In which the prices of its categories are. */
  readonly currency: Currency | null
  /** All rows but invalidated ones. */
  readonly total: number
  /** FREE rows that belong to no category. */
  readonly poolFree: number
  readonly categories: readonly CategorySeats[]
}

/** Rows to move, in this order: add to the pool, return to it, take from it, take out of it for good. */
export type SeatPlan = {
  readonly added: number
  readonly released: readonly { readonly categoryId: number; readonly seats: number }[]
  /** `categoryId` is null for a category that is not stored yet; `index` is its place among the categories. */
  readonly taken: readonly { readonly categoryId: number | null; readonly index: number; readonly seats: number }[]
  readonly invalidated: number
}

type PlannedEvent = Pick<EventDraft, 'seats' | 'categories' | 'currency'>

/**
 * Decides how the seats move when an event changes (domain rules 4.8): a category returns to the pool, and an event
 * removes, only what is free; a bounded category owns exactly its maximum, an unbounded one nothing but what it has
 * sold.
 */
export function planSeats(seats: EventSeats, draft: PlannedEvent): Outcome<SeatPlan> {
  const { problems, refuse } = newFindings()
  const moves = draft.categories.map((category, index) => {
    const stored = seats.categories.find(({ id }) => id === category.id)
    return { category, index, stored, seats: seatsNeeded(category.seatSource, stored) }
  })
  for (const { category, stored, seats: missing } of moves) {
    const field = 'tickets.categories'
    if (stored && missing < 0 && -missing > stored.free) {
      refuse('category-seats-sold', field, category.name, stored.owned - stored.free)
    }
    if (stored && stored.price !== category.price && stored.free < stored.owned) {
      refuse('category-price-fixed', field, category.name)
    }
  }
  const isUnsold = seats.categories.every(({ free, owned }) => free === owned)
  if (!isUnsold && seats.currency !== null && draft.currency !== seats.currency) {
    refuse('currency-fixed', 'tickets.currency', seats.currency)
  }
  const change = draft.seats - seats.total
  const poolLeft = seats.poolFree + change - moves.reduce((sum, move) => sum + move.seats, 0)
  if (problems.length === 0 && poolLeft < 0) refuse('seats-sold', 'tickets.max', -poolLeft)
  const [first, ...others] = problems
  return first === undefined ? accepted(planOf(moves, change)) : refused(first, ...others)
}

/** How many rows a category still needs; negative when it has too many. */
function seatsNeeded(source: SeatSource, stored: CategorySeats | undefined): number {
  const { free, owned } = stored ?? { free: 0, owned: 0 }
  return source.kind === 'bounded' ? source.seats - owned : -free
}

type Move = { readonly category: { readonly id: number | null }; readonly index: number; readonly seats: number }

function planOf(moves: readonly Move[], change: number): SeatPlan {
  return {
    added: Math.max(0, change),
    released: moves.flatMap(({ category, seats }) =>
      seats < 0 && category.id !== null ? [{ categoryId: category.id, seats: -seats }] : [],
    ),
    taken: moves.flatMap(({ category, index, seats }) =>
      seats > 0 ? [{ categoryId: category.id, index, seats }] : [],
    ),
    invalidated: Math.max(0, -change),
  }
}

/** The tokens of a category, and its tickets that were bought without one: while it was open to everybody. */
export type StoredTokens = {
  readonly categoryId: number
  /** All but cancelled ones. */
  readonly active: number
  readonly ticketsWithoutToken: number
}

/** How many tokens a category gets, and how many unused ones it loses. */
export type TokenChange = { readonly added: number; readonly cancelled: number }

/** A hidden category has one token for each of its tickets, an open one has none but those in use (domain rules 2.5). */
export function planTokens(
  { isRestricted, seatSource }: Pick<CategoryDraft, 'isRestricted' | 'seatSource'>,
  { active, ticketsWithoutToken }: Pick<StoredTokens, 'active' | 'ticketsWithoutToken'>,
): TokenChange {
  const seats = isRestricted && seatSource.kind === 'bounded' ? seatSource.seats : 0
  const change = Math.max(0, seats - ticketsWithoutToken) - active
  return { added: Math.max(0, change), cancelled: Math.max(0, -change) }
}
