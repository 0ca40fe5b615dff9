import { type Category, type CategoryId, isOnSale } from '../catalog/category.ts'
import type { EventOffer } from '../catalog/event.ts'
import type { Instant } from '../instant.ts'
import { type Outcome, accepted, refused } from '../outcome.ts'
import { type Problem, problem } from '../problem.ts'

/** What the visitor asks for: so many tickets of a category. Lines of nothing are ignored. */
export type AskedLine = { readonly categoryId: number; readonly quantity: number }

/** A line that may be reserved, with its category. One line a category. */
export type SelectedLine = { readonly category: Category; readonly quantity: number }

export type SelectionFacts = {
  readonly offer: EventOffer
  readonly now: Instant
  /** Tickets one line may have, for this category (MAX_AMOUNT_OF_TICKETS_BY_RESERVATION). */
  readonly maximumPerLine: (category: CategoryId) => number
  /** A code was given; none can be redeemed yet, so that each one is unknown. */
  readonly isCodeGiven: boolean
  /** Extras were asked for; none are sold yet, so that each one is unknown. */
  readonly isExtraAsked: boolean
}

/**
 * Decides whether a selection may be reserved, before any seat is touched. Checks run in the order of domain rules 4.5:
 * an unknown code (the checks go on), nothing selected, a line above its maximum (argument: the maximum), a category
 * that is unknown or not on sale now. Whether seats are left is found out while holding them.
 */
export function selectTickets(asked: readonly AskedLine[], facts: SelectionFacts): Outcome<readonly SelectedLine[]> {
  const ofCode = facts.isCodeGiven ? [problem('error.STEP_1_CODE_NOT_FOUND')] : []
  const lines = mergeLines(asked)
  const ofLines = problemsOf(lines, facts)
  const [first, ...others] = [...ofCode, ...ofLines]
  return first ? refused(first, ...others) : accepted(lines.flatMap(line => selectedLine(line, facts)))
}

/** The category is not on sale, or its last seat had gone before the visitor asked (domain rules 4.5, rule 5). */
export const MUST_BE_SALEABLE = problem('error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE')

/** Others were faster by a moment: fewer seats could be held than asked for (domain rules 4.5, rule 6). */
export const NOT_ENOUGH_TICKETS = problem('error.STEP_1_NOT_ENOUGH_TICKETS')

/** The first check that fails ends the run, but each bad category is told. */
function problemsOf(lines: readonly AskedLine[], facts: SelectionFacts): Problem[] {
  if (lines.length === 0) return [problem('error.STEP_1_SELECT_AT_LEAST_ONE')]
  for (const { categoryId, quantity } of lines) {
    const maximum = facts.maximumPerLine(categoryId as CategoryId)
    if (quantity > maximum) return [problem('error.STEP_1_OVER_MAXIMUM', { args: [maximum] })]
  }
  if (facts.isExtraAsked) return [MUST_BE_SALEABLE]
  return lines.flatMap(line => {
    const [selected] = selectedLine(line, facts)
    if (!selected) return [MUST_BE_SALEABLE]
    return selected.category.isRestricted ? [problem('error.STEP_1_ACCESS_RESTRICTED')] : []
  })
}

function selectedLine({ categoryId, quantity }: AskedLine, { offer, now }: SelectionFacts): SelectedLine[] {
  const category = offer.categories.find(({ id }) => id === categoryId)
  return category && isOnSale(category, now) ? [{ category, quantity }] : []
}

function mergeLines(asked: readonly AskedLine[]): AskedLine[] {
  const quantities = new Map<number, number>()
  for (const { categoryId, quantity } of asked) {
    if (quantity > 0) quantities.set(categoryId, (quantities.get(categoryId) ?? 0) + quantity)
  }
  return [...quantities].map(([categoryId, quantity]) => ({ categoryId, quantity }))
}
