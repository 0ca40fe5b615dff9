import { type Event, isOnline } from '#domain/catalog/catalog/event.ts'
import type { Category } from '#domain/catalog/catalog/category.ts'
import { type Reservation, shortId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type Holder, type Ticket, fullName, holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Database, Queryable } from '#server/foundation/database/database.ts'
import { type VersionedReservation, findReservation, findSoldTickets, findTicket } from './reservations.ts'
import { printedWithCurrency } from '#domain/foundation/money/money.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { TicketDocument } from '#server/documents/pdf/ticket-pdf.ts'
import { createHash, createHmac } from 'node:crypto'
import { type TicketCodeFacts, ticketCodeMessage, ticketCodeText } from '#domain/ticket/ticket/ticket-code.ts'

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
  const cached = keys.get(event)
  if (cached !== undefined) return cached
  const { secret_key: key } = await on.kysely
    .selectFrom('event')
    .select('secret_key')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  keys.set(event, key)
  return key
}

/** The text of the ticket's QR code, signed with the event's key (lifecycle C.4). */
export function codeOf({ ticket, holder, reservation }: GoodTicket, key: string): string {
  return ticketCode({ eventKey: key, reservationId: reservation.id, ticketUuid: ticket.uuid, ...holder })
}

/** What is printed on the ticket: its category's own times where it has them, else the event's (lifecycle C.3). */
export function describeTicket(good: GoodTicket, key: string): Omit<TicketDocument, 'extras' | 'visit'> {
  const { ticket, holder, category, reservation, offer } = good
  const { context: event, settings } = offer
  return {
    publicId: ticket.publicId,
    qrText: codeOf(good, key),
    language: ticket.language ?? reservation.language,
    eventName: displayName(event),
    organizer: { name: event.organization.name, email: event.organization.email },
    holder: { name: fullName(holder), email: holder.email },
    category: category.name,
    span: {
      start: category.validFrom ?? event.startsAt,
      end: category.validTo ?? event.endsAt,
      timeZone: event.timeZone,
    },
    location: isOnlineTicket(good) ? null : event.location,
    order: {
      shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
      buyer: fullName(reservation.contact),
    },
    paymentDue:
      ticketHas(ticket, 'isDueAtDesk') && event.currency
        ? printedWithCurrency(ticket.price.final, event.currency)
        : null,
  }
}

/**
 * The text of a ticket's QR code, `uuid/hmac`: HMAC-SHA256 with the event's secret key as UTF-8 bytes, in standard Base64
 * with padding (lifecycle C.4).
 */
export function ticketCode({ eventKey, ...facts }: TicketCodeFacts & { readonly eventKey: string }): string {
  const signature = createHmac('sha256', eventKey).update(ticketCodeMessage(facts), 'utf8').digest('base64')
  return ticketCodeText(facts.ticketUuid, signature)
}

/**
 * Lower-case hexadecimal SHA-256 of the QR text; part of the addresses of online check-in. Compare in constant time.
 */
export function ticketCodeHash(code: string): string {
  return createHash('sha256').update(code, 'utf8').digest('hex')
}

type Read = VersionedReservation & { readonly ticket: Ticket }

type PendingRead = { readonly publicId: string; readonly answer: PromiseWithResolvers<Read | undefined> }

const waiting = new WeakMap<Database, PendingRead[]>()

/** Reads a ticket and its reservation; all that are asked for until the event loop comes round, by one statement. */
function readSoon(db: Database, publicId: string): Promise<Read | undefined> {
  const pending = { publicId, answer: Promise.withResolvers<Read | undefined>() }
  const others = waiting.get(db)
  if (others) others.push(pending)
  else {
    waiting.set(db, [pending])
    setImmediate(() => void readAll(db))
  }
  return pending.answer.promise
}

async function readAll(db: Database): Promise<void> {
  const pending = waiting.get(db) ?? []
  waiting.delete(db)
  try {
    const found = await findSoldTickets(db, [...new Set(pending.map(({ publicId }) => publicId))])
    const byId = new Map(found.map(one => [one.ticket.publicId, one]))
    for (const { publicId, answer } of pending) answer.resolve(byId.get(publicId.toLowerCase()))
  } catch (error) {
    for (const { answer } of pending) answer.reject(error)
  }
}
