import type { AttendeeData } from '#contract/organiser-orders.ts'
import type { AnswersByName } from '#server/fields/answers.ts'

/** Who holds a ticket, as far as that is known. */
export type AttendeeFacts = {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  /** The ticket's own; null: that of the order. */
  readonly language: string | null
}

type Told = Required<Omit<AttendeeData, 'metadata' | 'resources'>> & { readonly metadata: Record<string, string> }

/**
 * An attendee as organisers read them, in whatever call. No reference and no metadata of a client is stored with tickets, so
 * that the one is null and the other empty.
 */
export function presentAttendeeData(
  { firstName, lastName, email, language }: AttendeeFacts,
  { orderLanguage, answers = {} }: { readonly orderLanguage: string; readonly answers?: AnswersByName },
): Told {
  return {
    firstName,
    lastName,
    email,
    userLanguage: language ?? orderLanguage,
    externalReference: null,
    metadata: {},
    additional: { ...answers },
  }
}
