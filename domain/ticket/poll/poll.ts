import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { PollStatus } from './transitions.ts'

/** A question to those who are in the room (domain rules 9). */
export type Poll = {
  readonly id: number
  readonly eventId: number
  readonly status: PollStatus
  readonly title: LocalizedTexts
  readonly description: LocalizedTexts
  /** Only for tickets that carry one of these; none: for everybody. */
  readonly allowedTags: readonly string[]
  readonly ordinal: number
}

export type PollOption = {
  readonly id: number
  readonly pollId: number
  readonly title: LocalizedTexts
  readonly description: LocalizedTexts
}

/** A poll with what can be chosen, in the organiser's order. */
export type PollWithOptions = { readonly poll: Poll; readonly options: readonly PollOption[] }
