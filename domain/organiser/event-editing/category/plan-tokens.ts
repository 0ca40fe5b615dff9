import type { CategoryDraft } from './category-draft.ts'

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
