import type { AttendeeData, TicketReservationCreationRequest } from '#contract/organiser-reservations.ts'
import { type SentAnswers, sentAnswers } from '#domain/catalog/fields/answers.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { type Attendee, type Contact, EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '#domain/order/reservation/contact.ts'
import { answersTo, askedOfAttendees } from '#domain/order/reservation/questionnaire.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type AttendeeGroup, seatAttendees } from '#domain/order/reservation/seat-attendees.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import { NO_ANSWERS, storeAnswers } from '#server/catalog/fields/answers.ts'
import { personOf, stated } from '#server/checkout/reservation/begun-for.ts'
import type { WantedTickets } from '#server/checkout/reservation/reserve/plan-tickets.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { ticketsOf } from '#server/order/order/reservations.ts'
import { storeAttendees, storeBegunFor } from './store.ts'

/** Who comes with a ticket, as an organiser knows them. */
export type WantedAttendee = Attendee & {
  readonly answers: SentAnswers
  /** The organiser's own number of them. */
  readonly externalReference: string | null
  readonly metadata: Readonly<Record<string, string>> | null
}

/** An order of tickets that an organiser wants for a buyer. */
export type WantedOrder = WantedTickets & {
  /** As the organiser's client says it; the first of the event when it is none of ours. */
  readonly language: string
  /** Null: no person is named. */
  readonly buyer: Contact | null
  readonly groups: readonly AttendeeGroup<WantedAttendee>[]
  readonly configuration: Readonly<Record<string, boolean>> | null
  /** The organiser's own number of the order: that of each ticket which has none of its own. */
  readonly externalReference: string | null
}

/** The order as the rules know it. An extra without a quantity is one, with an explicit null it is none, as in the form of a buyer. */
export function wantedOrderOf(request: TicketReservationCreationRequest): WantedOrder {
  const { tickets, additionalServices, promoCode, language, user, configuration, externalReference } = request
  return {
    asked: tickets.map(({ ticketCategoryId, quantity }) => ({ categoryId: ticketCategoryId, quantity: quantity ?? 0 })),
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
function groupOf({ ticketCategoryId, attendees, metadata, ...group }: Group): AttendeeGroup<WantedAttendee> {
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

function attendeeOf(data: AttendeeData, older: AttendeeData['metadata']): WantedAttendee {
  const { userLanguage, additional, externalReference, metadata = older } = data
  return {
    ...personOf(data),
    language: languageOfTag(lineOrEmpty(userLanguage)) ?? null,
    answers: sentAnswers(additional),
    externalReference: lineOrEmpty(externalReference) || null,
    metadata: metadata ? stated(metadata) : null,
  }
}

type Filling = {
  readonly id: ReservationId
  readonly offer: OfferedContext
  readonly wanted: WantedOrder
  /** Tickets with a holder are not passed on (lifecycle E: the organiser's import). */
  readonly areLocked: boolean
}

/** Fills in what an organiser knows of an order that was made a moment ago. Whether it is right is judged elsewhere. */
export async function fillIn(tx: Tx, { id, offer, wanted, areLocked }: Filling): Promise<void> {
  const { buyer, configuration, externalReference } = wanted
  await storeBegunFor(tx, id, { buyer: buyer && storable(buyer), configuration, externalReference })
  const tickets = await ticketsOf(tx, id)
  const seated = seatAttendees(tickets, wanted.groups)
  const filled = seated.map(
    ([ticket, attendee]) =>
      [ticket, { ...attendee, ...storable(attendee), isLocked: areLocked && isSomebody(attendee) }] as const,
  )
  await storeAttendees(tx, id, filled)
  const sent = new Map(seated.map(([{ publicId }, { answers }]) => [publicId, answers]))
  const asked = askedOfAttendees({ tickets, fields: offer.fields, answers: NO_ANSWERS }, sent)
  await storeAnswers(tx, { ofTickets: answersTo([...asked.values()]) })
}

/** The ticket is assigned (lifecycle E: name and e-mail present). */
const isSomebody = ({ firstName, lastName, email }: WantedAttendee): boolean =>
  firstName !== '' && lastName !== '' && email !== ''

/** As much of it as there is room for. */
const storable = ({ firstName, lastName, email }: Contact): Contact => ({
  firstName: firstName.slice(0, NAME_MAX_LENGTH),
  lastName: lastName.slice(0, NAME_MAX_LENGTH),
  email: email.slice(0, EMAIL_MAX_LENGTH),
})
