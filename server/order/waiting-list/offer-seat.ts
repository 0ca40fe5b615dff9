import type { Category } from '#domain/catalog/catalog/category.ts'
import { type Instant, after, hours } from '#domain/foundation/instant.ts'
import { planOrder } from '#domain/order/reservation/plan-order.ts'
import { type OfferedSeat, type SeatOffer, intoWorkingTime } from '#domain/order/waiting-list/distribution.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { dueForOne, paymentProblem } from '#server/catalog/sale-check/judge-ways.ts'
import { holdSeatsWithin, newReservationId, storeFirstHold } from '#server/order/stock/hold-seats.ts'
import { holdExtras } from '#server/order/stock/hold-order.ts'
import { type OfferedLine, mailOffer } from './mail.ts'
import { putOnSale } from '#server/order/order/move-tickets.ts'
import { type WaitingPerson, storeOffer } from './store.ts'
import { fromWall, onWall } from '#domain/foundation/wall-clock.ts'

/**
 * Offers seats: a PENDING reservation of their tickets with what comes with them, at the regular price, in the name of the
 * person who waited, who gets a mail (domain rules 6.3). The seats are put on sale and reserved in the same
 * transaction, so that no other visitor ever sees them there. False, and nothing has happened, when an extra that comes with the
 * ticket has run out, or others are taking its last units: the next run tries again, and this one does not wait while
 * it has locked the seats of a batch.
 */
export async function offerSeats(
  tx: Tx,
  shop: Shop,
  { offer, seatOffer, now }: { offer: OfferedEvent; seatOffer: SeatOffer<WaitingPerson>; now: Instant },
): Promise<boolean> {
  const { context: event, settings } = offer
  const { seats, person } = seatOffer
  const id = newReservationId()
  const lines = linesOf(seats)
  const plan = planOrder({ lines, services: [] }, { offer, now, code: null })
  const expiry = offerExpiry(now, settings.number('WAITING_QUEUE_RESERVATION_TIMEOUT'), event.timeZone)
  const language = languageOfTag(person.language) ?? event.languages[0]

  await tx.client.query('savepoint offer')
  await putOnSale(
    tx,
    seats.map(({ seat }) => seat.id),
  )
  const request = { ...plan, id, event, language, now, validity: expiry, visit: null }
  // There are always enough: the seats that this transaction has just put on sale.
  const answer = await holdSeatsWithin(tx, request, { locking: 'skip' })
  if (answer === 'offer-changed') throw new OfferChanged()
  if (answer !== 'held' || !(await holdExtras(tx, { id, extras: plan.extras }, 'skip'))) {
    await tx.client.query('rollback to savepoint offer')
    return false
  }
  await tx.client.query('release savepoint offer')
  await storeOffer(tx, id, person)
  await storeFirstHold(tx, id, expiry)
  const { language: own, leaveKey } = person
  await mailOffer(tx, shop, { offer, person, language: own, lines, reservationId: id, expiry, leaveKey })
  return true
}

/** The event has been edited since it was read: everything has to be decided again. */
export class OfferChanged extends Error {
  constructor() {
    super('the event has been edited meanwhile')
  }
}

/** Could a person who is offered a ticket of this category pay for it? */
export function isPayable(
  shop: Shop,
  category: Category,
  { offer, now }: { readonly offer: OfferedEvent; readonly now: Instant },
): boolean {
  const due = dueForOne(category, { offer, now })
  return paymentProblem(shop.providers, offer, { categories: [category.id], due, now }) === null
}

/** The tickets by category, without a code; a discount rule applies where their number meets it. */
function linesOf(seats: readonly OfferedSeat[]): readonly OfferedLine[] {
  const categories = [...new Set(seats.map(({ category }) => category))]
  return categories.map(category => ({
    category,
    quantity: seats.filter(seat => seat.category === category).length,
  }))
}

/** Until when an offer made now is held: so many hours, moved into working time in the zone (domain rules 6.3). */
export function offerExpiry(now: Instant, hoursToAnswer: number, timeZone: string): Instant {
  const local = onWall(after(now, hours(hoursToAnswer)), timeZone)
  return fromWall(intoWorkingTime(local), timeZone)
}
