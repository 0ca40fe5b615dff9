import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { type Contact, EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '#domain/order/reservation/contact.ts'
import { answersTo, attendeeQuestionnaires } from '#domain/order/reservation/questionnaire.ts'
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
import { storeAttendees, storeOrderForBuyer } from './store.ts'
import type { OrderRequest, AttendeeRequest } from './order-request.ts'

/**
 * Reserves tickets for a buyer, who continues on the pages of the order: the way of a buyer, from the same stock and
 * within the same sale (domain rules 4). What the organiser knows of the attendees is filled in; it is checked when the
 * buyer continues. People named beyond the tickets are left out. Null when there is no such event, or the order names
 * what the event does not have.
 */
export async function reserveTicketsFor(
  shop: Shop,
  shortName: string,
  orderRequest: OrderRequest,
): Promise<Outcome<ReservationId> | null> {
  const { buyer } = orderRequest
  const event = await shop.catalog.offeredEvent(shortName)
  if (!event || !isOfEvent(orderRequest, event)) return null
  const [first, ...more] = buyer ? wrongAddress(buyer, 'user') : []
  if (first) return refused(first, ...more)
  const reserved = await reserveTickets(shop, { ...orderRequest, shortName })
  if (!reserved?.ok) return reserved
  const { id } = reserved.value
  // An order that is not continued runs out, as every other.
  await onLockedOrder(shop, id, (tx, { offer }) =>
    fillIn(tx, { id, offer, orderRequest: withoutTooMany(orderRequest), areLocked: false }),
  )
  return accepted(id)
}

/** Is every category and every extra that the order names one of the event? */
export const isOfEvent = (
  { requestedLines: lines, services: extras }: Pick<OrderRequest, 'requestedLines' | 'services'>,
  { categories, services }: Pick<OfferedEvent, 'categories' | 'services'>,
): boolean =>
  lines.every(({ categoryId }) => categories.some(({ id }) => id === categoryId)) &&
  extras.every(({ serviceId, quantity }) => quantity === 0 || services.some(({ id }) => id === serviceId))

const withoutTooMany = (orderRequest: OrderRequest): OrderRequest => ({
  ...orderRequest,
  groups: orderRequest.groups.map(group => ({
    ...group,
    attendees: group.attendees.slice(0, Math.max(0, group.quantity)),
  })),
})

/** A person who is named and has no ticket would be lost. */
export const tooManyAttendees = ({ groups }: OrderRequest, path = ''): Problem[] =>
  groups.flatMap(({ quantity, attendees }, index) =>
    attendees.length > Math.max(0, quantity)
      ? [{ ...NOT_ENOUGH_TICKETS, field: `${path}tickets[${index}].attendees` }]
      : [],
  )

type Filling = {
  readonly id: ReservationId
  readonly offer: OfferedContext
  readonly orderRequest: OrderRequest
  /** Tickets with a holder are not passed on (lifecycle E: the organiser's import). */
  readonly areLocked: boolean
}

/** Fills in what an organiser knows of an order that was made a moment ago. Whether it is right is judged elsewhere. */
export async function fillIn(tx: Tx, { id, offer, orderRequest, areLocked }: Filling): Promise<void> {
  const { buyer, configuration, externalReference } = orderRequest
  await storeOrderForBuyer(tx, id, { buyer: buyer && storable(buyer), configuration, externalReference })
  const tickets = await ticketsOf(tx, id)
  const seated = seatAttendees(tickets, orderRequest.groups)
  const filled = seated.map(
    ([ticket, attendee]) =>
      [ticket, { ...attendee, ...storable(attendee), isLocked: areLocked && isAssigned(attendee) }] as const,
  )
  await storeAttendees(tx, id, filled)
  const sent = new Map(seated.map(([{ publicId }, { answers }]) => [publicId, answers]))
  const questionnaires = attendeeQuestionnaires({ tickets, fields: offer.fields, answers: NO_ANSWERS }, sent)
  await storeAnswers(tx, { ofTickets: answersTo([...questionnaires.values()]) })
}

/** The ticket is assigned (lifecycle E: name and e-mail present). */
const isAssigned = ({ firstName, lastName, email }: AttendeeRequest): boolean =>
  firstName !== '' && lastName !== '' && email !== ''

/** As much of it as there is room for. */
const storable = ({ firstName, lastName, email }: Contact): Contact => ({
  firstName: firstName.slice(0, NAME_MAX_LENGTH),
  lastName: lastName.slice(0, NAME_MAX_LENGTH),
  email: email.slice(0, EMAIL_MAX_LENGTH),
})
