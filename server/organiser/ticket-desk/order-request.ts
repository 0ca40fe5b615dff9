import type { AttendeeData, TicketReservationCreationRequest } from '#contract/organiser-reservations.ts'
import { type SentAnswers, sentAnswers } from '#domain/catalog/fields/field.ts'
import type { Attendee, Contact } from '#domain/order/reservation/contact.ts'
import type { AttendeeGroup } from '#domain/order/reservation/plan-order.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { personOf, stated } from '#server/checkout/reservation/order-for.ts'
import type { TicketsRequest } from '#server/checkout/reservation/reserve/plan-tickets.ts'

/** Who comes with a ticket, as an organiser knows them. */
export type AttendeeRequest = Attendee & {
  readonly answers: SentAnswers
  /** The organiser's own number of them. */
  readonly externalReference: string | null
  readonly metadata: Readonly<Record<string, string>> | null
}

/** An order of tickets that an organiser wants for a buyer. */
export type OrderRequest = TicketsRequest & {
  /** As the organiser's client says it; the first of the event when it is none of ours. */
  readonly language: string
  /** Null: no person is named. */
  readonly buyer: Contact | null
  readonly groups: readonly AttendeeGroup<AttendeeRequest>[]
  readonly configuration: Readonly<Record<string, boolean>> | null
  /** The organiser's own number of the order: that of each ticket which has none of its own. */
  readonly externalReference: string | null
}

/** The order as the rules know it. An extra without a quantity is one, with an explicit null it is none, as in the form of a buyer. */
export function orderRequestOf(request: TicketReservationCreationRequest): OrderRequest {
  const { tickets, additionalServices, promoCode, language, user, configuration, externalReference } = request
  return {
    requestedLines: tickets.map(({ ticketCategoryId, quantity }) => ({
      categoryId: ticketCategoryId,
      quantity: quantity ?? 0,
    })),
    services: (additionalServices ?? []).map(({ additionalServiceId, quantity = 1, amount }) => ({
      serviceId: additionalServiceId ?? 0,
      quantity: quantity ?? 0,
      amount: amount ?? null,
    })),
    code: promoCode ?? null,
    language: language ?? '',
    buyer: user ? personOf(user) : null,
    groups: tickets.map(groupOf),
    configuration: configuration ? stated(configuration) : null,
    externalReference: lineOrEmpty(externalReference) || null,
  }
}

type Group = TicketReservationCreationRequest['tickets'][number]

/** What is known of a ticket in the older way, by its place in a list of its own, counts where nothing newer is said. */
function groupOf({ ticketCategoryId, attendees, metadata, ...group }: Group): AttendeeGroup<AttendeeRequest> {
  const quantity = group.quantity ?? 0
  const named = attendees ?? []
  const older = (metadata ?? []).slice(0, Math.max(0, quantity))
  return {
    categoryId: ticketCategoryId,
    quantity,
    attendees: Array.from({ length: Math.max(named.length, older.length) }, (_, place) =>
      attendeeOf(named[place] ?? {}, older[place]),
    ),
  }
}

function attendeeOf(data: AttendeeData, older: AttendeeData['metadata']): AttendeeRequest {
  const { userLanguage, additional, externalReference, metadata = older } = data
  return {
    ...personOf(data),
    language: languageOfTag(lineOrEmpty(userLanguage)) ?? null,
    answers: sentAnswers(additional),
    externalReference: lineOrEmpty(externalReference) || null,
    metadata: metadata ? stated(metadata) : null,
  }
}
