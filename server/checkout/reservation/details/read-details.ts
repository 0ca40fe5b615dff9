import type { AdditionalServiceLinkForm, ContactAndTicketsForm } from '#contract/booking-form.ts'
import { sentAnswers } from '#domain/catalog/fields/field.ts'
import type { BookingDetails } from '#domain/order/reservation/judge-details.ts'
import type { SentItem } from '#domain/order/reservation/questionnaire.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import type { Billing } from '#domain/order/reservation/billing.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'

/** The form of the details page, as the rules know it. */

/** A language we don't speak is none: the ticket is then written in the language of the order. */
export function detailsOf(form: ContactAndTicketsForm): BookingDetails {
  return {
    contact: personOf(form),
    isAssignmentPostponed: form.postponeAssignment ?? false,
    namedLater: new Set(form.ticketsNamedLater?.map(id => id.toLowerCase())),
    attendees: new Map(
      Object.entries(form.tickets ?? {}).map(([id, ticket]) => [
        id.toLowerCase(),
        { ...personOf(ticket), language: languageOfTag(lineOrEmpty(ticket.userLanguage)) ?? null },
      ]),
    ),
    answers: new Map(
      Object.entries(form.tickets ?? {}).map(([id, ticket]) => [id.toLowerCase(), sentAnswers(ticket.additional)]),
    ),
    items: form.additionalServices ? itemsOf(form.additionalServices) : null,
    owner: form.differentSubscriptionOwner ? personOf(form.subscriptionOwner ?? {}) : null,
    ownerAnswers: sentAnswers(form.subscriptionOwner?.additional),
  }
}

/** An entry that names no ticket is none; which ticket it is to belong to says the list it is in. */
function itemsOf(sent: Readonly<Record<string, readonly AdditionalServiceLinkForm[]>>): SentItem[] {
  return Object.entries(sent).flatMap(([ticketId, links]) =>
    links.map(({ additionalServiceItemId, ticketUUID, additional }, place) => ({
      itemId: additionalServiceItemId == null || !ticketUUID ? null : BigInt(additionalServiceItemId),
      ticketId: ticketId.toLowerCase(),
      place,
      answers: sentAnswers(additional),
    })),
  )
}

type Person = Pick<ContactAndTicketsForm, 'firstName' | 'lastName' | 'email'>

function personOf({ firstName, lastName, email }: Person) {
  return { firstName: lineOrEmpty(firstName), lastName: lineOrEmpty(lastName), email: email?.trim() ?? '' }
}

/** The details page as it was sent. */
export type DetailsRequest = {
  readonly id: ReservationId
  readonly details: BookingDetails
  readonly billing: Billing
  readonly customerReference: string | null
  /** The buyer has seen the warnings and insists. */
  readonly isInsisting: boolean
}
