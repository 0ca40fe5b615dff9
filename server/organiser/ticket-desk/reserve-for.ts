import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { type Contact, EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '#domain/order/reservation/contact.ts'
import { answersTo, askedOfAttendees } from '#domain/order/reservation/questionnaire.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { seatAttendees } from '#domain/order/reservation/plan-order.ts'
import { NOT_ENOUGH_TICKETS } from '#domain/order/reservation/selection-problems.ts'
import type { OfferedEvent, OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { NO_ANSWERS, storeAnswers } from '#server/catalog/fields/fields.ts'
import { wrongAddress } from '#server/checkout/reservation/order-for.ts'
import { reserveTickets } from '#server/checkout/reservation/reserve/reserve-tickets.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { ticketsOf } from '#server/order/order/reservations.ts'
import { storeAttendees, storeBegunFor } from './store.ts'
import type { WantedOrder, WantedAttendee } from './wanted-order.ts'

/**
 * Reserves tickets for a buyer, who continues on the pages of the order: the way of a buyer, from the same stock and
 * within the same sale (domain rules 4). What the organiser knows of the attendees is filled in; it is checked when the
 * buyer continues. People named beyond the tickets are left out. Null when there is no such event, or the order names
 * what the event does not have.
 */
export async function reserveTicketsFor(
  shop: Shop,
  shortName: string,
  wanted: WantedOrder,
): Promise<Outcome<ReservationId> | null> {
  const { buyer } = wanted
  const event = await shop.catalog.offeredEvent(shortName)
  if (!event || !isOfEvent(wanted, event)) return null
  const [first, ...more] = buyer ? wrongAddress(buyer, 'user') : []
  if (first) return refused(first, ...more)
  const reserved = await reserveTickets(shop, { ...wanted, shortName })
  if (!reserved?.ok) return reserved
  const { id } = reserved.value
  // An order that is not continued runs out, as every other.
  await onLockedOrder(shop, id, (tx, { offer }) =>
    fillIn(tx, { id, offer, wanted: withoutTooMany(wanted), areLocked: false }),
  )
  return accepted(id)
}

/** Is every category and every extra that the order names one of the event? */
export const isOfEvent = (
  { asked, services: extras }: Pick<WantedOrder, 'asked' | 'services'>,
  { categories, services }: Pick<OfferedEvent, 'categories' | 'services'>,
): boolean =>
  asked.every(({ categoryId }) => categories.some(({ id }) => id === categoryId)) &&
  extras.every(({ serviceId, quantity }) => quantity === 0 || services.some(({ id }) => id === serviceId))

const withoutTooMany = (wanted: WantedOrder): WantedOrder => ({
  ...wanted,
  groups: wanted.groups.map(group => ({
    ...group,
    attendees: group.attendees.slice(0, Math.max(0, group.quantity)),
  })),
})

/** A person who is named and has no ticket would be lost. */
export const tooManyAttendees = ({ groups }: WantedOrder, path = ''): Problem[] =>
  groups.flatMap(({ quantity, attendees }, index) =>
    attendees.length > Math.max(0, quantity)
      ? [{ ...NOT_ENOUGH_TICKETS, field: `${path}tickets[${index}].attendees` }]
      : [],
  )

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
