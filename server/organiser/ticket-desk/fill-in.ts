import { type Contact, EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '#domain/order/reservation/contact.ts'
import { answersTo, askedOfAttendees } from '#domain/order/reservation/questionnaire.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { seatAttendees } from '#domain/order/reservation/seat-attendees.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { NO_ANSWERS, storeAnswers } from '#server/catalog/fields/answers.ts'
import { ticketsOf } from '#server/order/order/reservations.ts'
import { storeAttendees, storeBegunFor } from './store.ts'
import type { WantedAttendee, WantedOrder } from './wanted-order.ts'

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
