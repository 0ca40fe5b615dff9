import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { type SentAnswers, sentAnswers } from '#domain/catalog/fields/field.ts'
import type { Attendee } from '#domain/order/reservation/contact.ts'
import type { SentItem } from '#domain/order/reservation/questionnaire.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'

/** The form of a ticket, as the rules know it. */
export type TicketUpdate = {
  readonly holder: Attendee
  readonly answers: SentAnswers
  /** The items listed below the ticket. */
  readonly items: readonly SentItem[]
}

/** A language we don't speak is none. Of the extras only the list of this ticket counts. */
export function updateOf(form: UpdateTicketOwnerForm, publicId: string): TicketUpdate {
  return {
    holder: {
      firstName: lineOrEmpty(form.firstName),
      lastName: lineOrEmpty(form.lastName),
      email: form.email?.trim() ?? '',
      language: languageOfTag(lineOrEmpty(form.userLanguage)) ?? null,
    },
    answers: sentAnswers(form.additional),
    items: itemsOf(form, publicId),
  }
}

function itemsOf({ additionalServices }: UpdateTicketOwnerForm, publicId: string): SentItem[] {
  const lists = Object.entries(additionalServices ?? {}).filter(([ticket]) => ticket.toLowerCase() === publicId)
  return lists.flatMap(([ticketId, links]) =>
    links.map(({ additionalServiceItemId, additional }, place) => ({
      itemId: additionalServiceItemId == null ? null : BigInt(additionalServiceItemId),
      ticketId,
      place,
      answers: sentAnswers(additional),
    })),
  )
}
