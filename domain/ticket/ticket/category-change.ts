import { type Minor, ZERO, minus } from '#domain/foundation/money/money.ts'

/**
 * What is done about the difference when a ticket moves to another category. REFUND: a cheaper one costs less, and the difference
 * goes back. WAIVE: the ticket keeps its price. LINK: the buyer pays the difference, and the ticket moves then. RECEIVED: the
 * organiser has the difference already.
 */
export const DIFFERENCE_WAYS = ['REFUND', 'WAIVE', 'LINK', 'RECEIVED'] as const
export type DifferenceWay = (typeof DIFFERENCE_WAYS)[number]

type Priced = { readonly source: Minor; readonly discount: Minor }

/** What the other category costs more, less what is taken off; before VAT where the event adds it. Negative: it costs less. */
export function differenceOf(before: Priced, after: Priced): Minor {
  return minus(minus(after.source, after.discount), minus(before.source, before.discount))
}

/** `move`: the ticket moves and keeps its price. `refund`: it moves and costs less. `pay`: a dearer one is paid for first. */
export type ChangeDecision = 'move' | 'refund' | 'pay' | 'no-way'

/** How a move is settled; `no-way` where the way does not fit the difference, or none was named. */
export function decideChange(difference: Minor, way: DifferenceWay | null): ChangeDecision {
  if (difference === ZERO || way === 'WAIVE') return 'move'
  if (difference < ZERO) return way === 'REFUND' ? 'refund' : 'no-way'
  return way === 'LINK' || way === 'RECEIVED' ? 'pay' : 'no-way'
}
