import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { NOT_ENOUGH_TICKETS } from '#domain/order/reservation/selection-problems.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { wrongAddress } from '#server/checkout/reservation/begun-for.ts'
import { reserveTickets } from '#server/checkout/reservation/reserve/reserve-tickets.ts'
import { fillIn, type WantedOrder } from './wanted-order.ts'

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
