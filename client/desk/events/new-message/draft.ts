import type { Audience } from '#contract/desk-messages.ts'
import type { MessagePurpose, MessageText } from '#domain/organiser/group-message/group-message.ts'

/** What a member has written and chosen so far. */
export type MessageDraft = {
  readonly audience: Audience
  readonly purpose: MessagePurpose
  readonly texts: Readonly<Record<string, MessageText>>
  /** A local time of the event; undefined: now. */
  readonly later: string | undefined
}

export const EMPTY_TEXT: MessageText = { subject: '', text: '' }

export type ChangeDraft = (changed: Partial<MessageDraft>) => void
