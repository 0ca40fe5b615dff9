import { newFindings } from '#domain/organiser/event-editing/event-problem.ts'
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
  const { problems, refuse } = newFindings<PassProblemCode>()
  if (hasOrders && stored.currency !== next.currency) refuse('currency-fixed', 'currencyCode', stored.currency)
  if (next.maxAvailable !== null && next.maxAvailable < taken) refuse('passes-sold', 'maxAvailable', taken)
  return acceptedUnless(problems, next)
}

/** Which event takes which pass, and for which of its categories; none: for all. */
export type LinkDraft = { readonly eventId: number; readonly passId: number; readonly categories: readonly number[] }

/** One end of a link as it is asked for, beside what was found under its name in the organisation. */
export type LinkRequest = {
  readonly name: string
  /** The fields of the request that name the other end and the categories. */
  readonly field: string
  /** Undefined: the organisation has none of this name. */
  readonly found: { readonly eventId: number; readonly passId: number } | undefined
  /** Ids, or names, of categories of the event. */
  readonly categories: readonly (number | string)[]
  readonly ofEvent: readonly { readonly id: number; readonly name: string }[]
}

/** Reads a whole list of links; both ends belong to one organisation, and categories to their event. One that comes twice counts once, as it came first. */
export function readLinks(requested: readonly LinkRequest[], otherEnd: 'event' | 'pass'): Outcome<LinkDraft[]> {
  const { problems, refuse } = newFindings<PassProblemCode>()
  const links = requested.flatMap(({ name, field, found, categories, ofEvent }, index) => {
    if (!found) {
      refuse(otherEnd === 'event' ? 'link-event-unknown' : 'link-pass-unknown', field, name)
      return []
    }
    const isRepeated = requested.some(
      (one, before) => before < index && one.found?.eventId === found.eventId && one.found.passId === found.passId,
    )
    if (isRepeated) return []
    const ids = categories.flatMap(named => {
      const category = ofEvent.find(one => one.id === named || one.name === named)
      if (!category) refuse('link-category-unknown', field, name, named)
      return category ? [category.id] : []
    })
    return [{ ...found, categories: [...new Set(ids)] }]
  })
  return acceptedUnless(problems, links)
}
