import type { Instant } from '#domain/foundation/instant.ts'
import type { CategoryDraft } from '../category/category-draft.ts'
import { type EventProblem, findings } from '../event-problem.ts'
import type { PromoCodeDraft } from './promo-code-draft.ts'

type Codes = readonly Pick<PromoCodeDraft, 'code' | 'valid'>[]

/** Promo codes as they will be, and as they were before. */
export type CodesOfOwner = { readonly stored: Codes; readonly next: Codes }

export type OwnCodes = {
  readonly categories: readonly Pick<CategoryDraft, 'code'>[]
  readonly event: CodesOfOwner
  /** They hold in every event of the organisation. */
  readonly organizer: CodesOfOwner
  /** The own codes of categories in other events, as far as codes of the organisation are to hold there anew. */
  readonly elsewhere: readonly string[]
  readonly now: Instant
}

/**
 * A link with a code leads to one thing: while a promo code holds, no category can have the same code. The problem is
 * at whichever of the two is new.
 */
export function clashingCodes({ categories, event, organizer, elsewhere, now }: OwnCodes): readonly EventProblem[] {
  const own = new Set(categories.flatMap(({ code }) => code ?? []))
  const { problems, refuse } = findings()
  const tell = ({ stored, next }: CodesOfOwner, taken: ReadonlySet<string>, field: string): void => {
    for (const { code, valid } of next) {
      if (!taken.has(code) || valid.end <= now) continue
      const isStored = own.has(code) && stored.some(before => before.code === code)
      if (isStored) refuse('category-code-taken', 'tickets.categories', code)
      else refuse('code-of-category', field, code)
    }
  }
  tell(event, own, 'tickets.promoCodes')
  tell(organizer, new Set([...own, ...elsewhere]), 'organizer.promoCodes')
  return problems
}
