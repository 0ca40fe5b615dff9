import type { AttendeeData } from '#contract/organiser-orders.ts'
import type { AnswersByName } from '#server/catalog/fields/fields.ts'

/** Who holds a ticket, as far as that is known. */
export type AttendeeFacts = {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  /** The ticket's own; null: that of the order. */
  readonly language: string | null
} & OrganiserWords

/** What the organiser's client has said of a ticket, and gets back in answers. */
export type OrganiserWords = {
  readonly externalReference: string | null
  readonly metadata: Readonly<Record<string, string>> | null
}

type Told = Required<Omit<AttendeeData, 'metadata' | 'resources'>> & { readonly metadata: Record<string, string> }

/** An attendee as organisers read them, in whatever call. */
export function presentAttendeeData(
  { firstName, lastName, email, language, externalReference, metadata }: AttendeeFacts,
  { orderLanguage, answers = {} }: { readonly orderLanguage: string; readonly answers?: AnswersByName },
): Told {
  return {
    firstName,
    lastName,
    email,
    userLanguage: language ?? orderLanguage,
    externalReference,
    metadata: { ...metadata },
    additional: { ...answers },
  }
}
