import { type Event, isOnline } from '#domain/catalog/catalog/event.ts'
import { type Category } from '#domain/catalog/catalog/category.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type Holder, type Ticket, holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { findReservation, findTicket } from './reservations.ts'
import { readSoon } from './read-soon.ts'

/** A ticket that opens the door: of a complete order, with a holder (booking contract 2). */
export type GoodTicket = {
  readonly ticket: Ticket
  readonly holder: Holder
  readonly category: Category
  readonly reservation: Reservation
  readonly offer: OfferedEvent
}

/** The ticket behind a public id at this event; undefined unless it is good. */
export async function findGoodTicket(shop: Shop, shortName: string, publicId: string): Promise<GoodTicket | undefined> {
  const offer = await shop.catalog.offeredEvent(shortName)
  const ticket = offer && (await findTicket(shop.db, publicId))
  const reservation = ticket && (await findReservation(shop.db, ticket.reservationId))
  return offer && ticket && reservation && goodTicket({ ticket, reservation, offer })
}

/** As `findGoodTicket`, where the event is not known. Those that are asked for at the same moment are read together. */
export async function findGoodTicketById(shop: Shop, publicId: string): Promise<GoodTicket | undefined> {
  const found = await readSoon(shop.db, publicId)
  if (!found) return undefined
  const { ticket, reservation, offerVersion } = found
  return goodTicket({
    ticket,
    reservation,
    offer: await shop.catalog.eventAtLeast(reservation.contextId, offerVersion),
  })
}

export function goodTicket({
  ticket,
  reservation,
  offer,
}: Pick<GoodTicket, 'ticket' | 'reservation' | 'offer'>): GoodTicket | undefined {
  const holder = holderOf(ticket)
  const category = offer.categories.find(({ id }) => id === ticket.categoryId)
  const isOfThisEvent = reservation.contextId === offer.context.id
  if (!holder || !category || !isOfThisEvent || !has(reservation, 'isComplete')) return undefined
  return { ticket, holder, category, reservation, offer }
}

export function isOnlineTicket({ offer, category }: Pick<GoodTicket, 'offer' | 'category'>): boolean {
  return isOnline(offer.context, category)
}

/** As long as the catalogue remembers an event: its key never changes. */
const keys = new WeakMap<Pick<Event, 'id'>, string>()

/** The key that signs the ticket codes of an event. It never leaves the server. */
export async function eventKey(on: Queryable, event: Pick<Event, 'id'>): Promise<string> {
  const known = keys.get(event)
  if (known !== undefined) return known
  const { secret_key: key } = await on.kysely
    .selectFrom('event')
    .select('secret_key')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  keys.set(event, key)
  return key
}
