import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import { planTokens } from '#domain/organiser/event-editing/plan-seats.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { changeTokens, countTokens } from './token-store.ts'

type Kept = {
  readonly eventId: number
  /** Of the categories of the draft, in their order. */
  readonly categories: readonly number[]
}

/** Adds and cancels tokens as the hidden categories of an event ask for; the categories are stored before. */
export async function keepTokens(tx: Tx, { categories }: EventDraft, kept: Kept): Promise<void> {
  const stored = await countTokens(tx, kept.eventId)
  for (const [index, category] of categories.entries()) {
    const tokens = stored.find(({ categoryId }) => categoryId === kept.categories[index])
    if (tokens) await changeTokens(tx, tokens.categoryId, planTokens(category, tokens))
  }
}
