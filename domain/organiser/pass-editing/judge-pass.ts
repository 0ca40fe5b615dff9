import { findings } from '#domain/organiser/event-editing/event-problem.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import type { PassDraft } from './pass-draft.ts'
import type { PassProblemCode } from './pass-problem.ts'

/** What has become of a pass: `taken` are held or sold now, `hasOrders`: it was reserved at least once. */
export type PassSales = { readonly taken: number; readonly hasOrders: boolean }

/**
 * May a pass be changed like this (domain rules 7.1)? There can't be fewer than are taken, and what has been sold has been
 * sold in its currency. Price and texts may change: orders keep theirs.
 */
export function judgePassChange(
  stored: Pick<PassDraft, 'currency'>,
  next: PassDraft,
  { taken, hasOrders }: PassSales,
): Outcome<PassDraft> {
  const { problems, refuse } = findings<PassProblemCode>()
  if (hasOrders && stored.currency !== next.currency) refuse('currency-fixed', 'currencyCode', stored.currency)
  if (next.maxAvailable !== null && next.maxAvailable < taken) refuse('passes-sold', 'maxAvailable', taken)
  return acceptedUnless(problems, next)
}
