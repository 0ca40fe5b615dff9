import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { PollStatus } from '#domain/ticket/poll/transitions.ts'

/** What can be chosen; `id` is null while it is not stored. */
export type PollOptionDraft = { readonly id: number | null; readonly title: LocalizedTexts }

/** A poll of the event that passed all checks; `id` is null while it is not stored. */
export type PollDraft = {
  readonly id: number | null
  readonly title: LocalizedTexts
  readonly description: LocalizedTexts
  readonly options: readonly PollOptionDraft[]
  readonly allowedTags: readonly string[]
  readonly ordinal: number
  /** Null: as it is, and a new one is a draft. */
  readonly status: PollStatus | null
}
