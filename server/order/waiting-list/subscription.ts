import { type Outcome, accepted, acceptedUnless } from '#domain/foundation/outcome.ts'
import {
  type AcceptedSubscription,
  type WaitingListRequest,
  acceptSubscription,
  boundedSeats,
  checkSubscription,
} from '#domain/order/waiting-list/waiting-list.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { mailJoined } from './mail.ts'
import { countBefore, countFreeSeats, insertEntry } from './store.ts'
import { waitingListFacts } from '#server/catalog/catalog/waiting-list-facts.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import { discardReservations } from '#server/order/order/release-held.ts'
import { lockReservation } from '#server/order/order/reservations.ts'
import { distributeSeatsOf } from './distribute-seats.ts'

/**
 * Puts a visitor on the waiting list of an event, unless it is closed now. For a visitor who is on it already nothing
 * changes (domain rules 6.2). Null when there is no such event; refused with the problems of the
 * form.
 */
export async function joinWaitingList(
  shop: Shop,
  shortName: string,
  request: WaitingListRequest,
): Promise<Outcome<Joined> | null> {
  const offer = await shop.catalog.offeredEvent(shortName)
  if (!offer) return null
  const checked = acceptedUnless(
    checkSubscription(request, { isPrivacyPolicySet: offer.context.privacyUrl !== null }),
    null,
  )
  if (!checked.ok) return checked
  const freeSeats = await countFreeSeats(shop.db, offer.context.id)
  const place = acceptSubscription(request, waitingListFacts(offer, freeSeats, shop.clock.now()))
  return accepted({ isOn: place !== undefined, key: place ? await keep(shop, { offer, request, place }) : null })
}

/** `key`: of a new place; null for a person who is on the list already, whose key only their mails have. */
export type Joined = { readonly isOn: boolean; readonly key: string | null }

type Joining = {
  readonly offer: OfferedEvent
  readonly request: WaitingListRequest
  readonly place: AcceptedSubscription
}

async function keep(shop: Shop, { offer, request, place }: Joining): Promise<string | null> {
  const { context: event, settings } = offer
  const { person, language: tag } = request
  const seats = boundedSeats(request.seats, settings.number('MAX_AMOUNT_OF_TICKETS_BY_RESERVATION', place.category?.id))
  const now = shop.clock.now()
  const language = languageOfTag(tag) ?? event.languages[0]
  const key = await transaction(shop.db, async tx => {
    const leaveKey = await insertEntry(tx, { eventId: event.id, person, language, place, seats, now })
    if (leaveKey === undefined) return null
    await mailJoined(tx, shop, { offer, person, language, category: place.category, seats, leaveKey })
    return leaveKey
  })
  if (key === null) return null
  shop.log.joinedWaitingList(event.shortName)
  await shop.jobs.wake('deliver-mail')
  return key
}

/** How many wait longer, and whether a seat is held; undefined for a person who waits no more. */
export async function waitingPlaceOf(
  { db }: Pick<Shop, 'db'>,
  key: string,
): Promise<{ readonly before: number; readonly isOffered: boolean } | undefined> {
  const entry = await entryOf(db, key)
  if (!entry?.canLeave) return undefined
  const isOffered = entry.reservationId !== null
  return { before: isOffered ? 0 : await countBefore(db, key), isOffered }
}

/**
 * What the key of an entry leads to: a person who can leave, one whose offered seat is being paid or has been bought,
 * or nothing (any more).
 */
export type Place = { readonly kind: 'waits' | 'ordered'; readonly eventId: number } | { readonly kind: 'none' }

const NONE: Place = { kind: 'none' }

/** Reads only. */
export async function placeOf({ db }: Pick<Shop, 'db'>, key: string): Promise<Place> {
  const entry = await entryOf(db, key)
  if (!entry) return NONE
  return { kind: entry.canLeave ? 'waits' : 'ordered', eventId: entry.eventId }
}

/**
 * Takes a person off the waiting list: the entry is deleted, and a seat that is held for the person is released as if the
 * buyer had cancelled (domain rules 6.2). An order that is being paid or is paid stays, with its entry. The same call again
 * finds nothing, and changes nothing.
 */
export async function leaveWaitingList(shop: Shop, key: string): Promise<Place> {
  const { place, released } = await transaction(shop.db, tx => takeOff(tx, shop, key))
  for (const id of released) {
    shop.catalog.stockChanged(id)
    await afterwards(shop, 'distributing seats', () => distributeSeatsOf(shop, id))
  }
  return place
}

type TakenOff = { readonly place: Place; readonly released: readonly number[] }

/**
 * Locks the order before its entry, as all others do. An entry that gets or loses its offer meanwhile is read once more;
 * an offer is made to an entry only once.
 */
async function takeOff(tx: Tx, shop: Shop, key: string): Promise<TakenOff> {
  const entry = await entryOf(tx, key)
  if (!entry) return { place: NONE, released: [] }
  const { eventId, reservationId } = entry
  if (reservationId === null) {
    return (await deleteWithoutOffer(tx, key)) ? { place: NONE, released: [] } : takeOff(tx, shop, key)
  }
  const reservation = await lockReservation(tx, reservationId)
  if ((await entryOf(tx, key))?.reservationId !== reservationId) return takeOff(tx, shop, key)
  if (!reservation || !has(reservation, 'isOpen')) return { place: { kind: 'ordered', eventId }, released: [] }
  const now = shop.clock.now()
  const released = await discardReservations(tx, [reservationId], { at: now, type: 'CANCEL_RESERVATION' })
  await deleteWithoutOffer(tx, key)
  return { place: NONE, released }
}

type Entry = {
  readonly eventId: number
  readonly reservationId: ReservationId | null
  readonly canLeave: boolean
}

async function entryOf(on: Queryable, key: string): Promise<Entry | undefined> {
  if (!isUuid(key)) return undefined
  const row = await on.kysely
    .selectFrom('waiting_list_entry')
    .leftJoin('reservation', 'reservation.id', 'reservation_id')
    .select(['waiting_list_entry.event_id', 'reservation_id', 'reservation.status'])
    .where('leave_key', '=', key)
    .executeTakeFirst()
  return (
    row && {
      eventId: row.event_id,
      reservationId: row.reservation_id as ReservationId | null,
      canLeave: row.status === null || has({ status: row.status }, 'isOpen'),
    }
  )
}

/** False where a seat has been offered meanwhile. */
async function deleteWithoutOffer(tx: Tx, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('waiting_list_entry')
    .where('leave_key', '=', key)
    .where('reservation_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
