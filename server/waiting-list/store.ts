import { sql } from 'kysely'
import type { Category, CategoryId } from '#domain/catalog/category.ts'
import type { Instant } from '#domain/instant.ts'
import type { Language } from '#domain/language/texts.ts'
import type { Contact } from '#domain/reservation/contact.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { SeatToGive, Waiting } from '#domain/waiting-list/distribution.ts'
import type { AcceptedSubscription } from '#domain/waiting-list/subscription.ts'
import { type Queryable, type Tx } from '#server/database/database.ts'
import { timestamp } from '#server/database/types.ts'

/** Seats that can be had now, by category; an unbounded one counts the pool. */
export async function countFreeSeats(on: Queryable, eventId: number): Promise<(category: Category) => number> {
  const rows = await on.kysely
    .selectFrom('ticket')
    .select(['category_id', ({ fn }) => fn.countAll<bigint>().as('seats')])
    .where('event_id', '=', eventId)
    .where('status', '=', 'FREE')
    .groupBy('category_id')
    .execute()
  const free = new Map(rows.map(row => [row.category_id, Number(row.seats)]))
  return category => free.get(sourceOf(category)) ?? 0
}

/** Where the seats of a category are: its own, or, under null, the pool. */
const sourceOf = ({ id, seatSource }: Category): CategoryId | null => (seatSource.kind === 'bounded' ? id : null)

type NewEntry = {
  readonly eventId: number
  readonly person: Contact
  readonly language: Language
  readonly place: AcceptedSubscription
  readonly now: Instant
}

/** False for somebody who is on the list of the event already, in whatever state. */
export async function insertEntry(tx: Tx, { eventId, person, language, place, now }: NewEntry): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('waiting_list_entry')
    .values({
      event_id: eventId,
      kind: place.kind,
      category_id: place.category?.id ?? null,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      language,
      created_at: timestamp(now),
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Events that have seats to give or to set aside. A disabled event keeps them until it is sold again. */
export async function eventsToServe(on: Queryable, now: Instant): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select event.id from event join purchase_context on purchase_context.id = event.id
    where purchase_context.status <> 'DISABLED' and (
      event.id in (select event_id from ticket where status = 'RELEASED')
      or event.id in (select event_id from ticket where status = 'PRE_RESERVED')
      or event.ends_at > ${timestamp(now)} and event.id in (
        select event_id from waiting_list_entry where status = 'WAITING' and kind = 'PRE_SALES'))
    order by event.id`.execute(on.kysely)
  return rows.map(({ id }) => id)
}

/** Takes the event for the rest of the transaction; false while somebody else gives out its seats. */
export async function lockEvent(tx: Tx, eventId: number): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('event')
    .select('id')
    .where('id', '=', eventId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

/** Takes seats that nobody has and that are not on sale, those set aside first where they are meant. */
export async function lockSeatsToGive(
  tx: Tx,
  eventId: number,
  { isAsideToo, limit }: { readonly isAsideToo: boolean; readonly limit: number },
): Promise<SeatToGive[]> {
  const rows = await tx.kysely
    .selectFrom('ticket')
    .select(['id', 'category_id'])
    .where('event_id', '=', eventId)
    .where('status', 'in', isAsideToo ? ['RELEASED', 'PRE_RESERVED'] : ['RELEASED'])
    .orderBy(sql`status = 'RELEASED'`)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(row => ({ id: row.id, categoryId: row.category_id as CategoryId | null }))
}

export type WaitingPerson = Waiting & Contact & { readonly language: Language }

/** Takes the people who have waited longest. */
export async function lockWaiting(tx: Tx, eventId: number, limit: number): Promise<WaitingPerson[]> {
  const rows = await tx.kysely
    .selectFrom('waiting_list_entry')
    .select(['id', 'kind', 'category_id', 'first_name', 'last_name', 'email', 'language'])
    .where('event_id', '=', eventId)
    .where('status', '=', 'WAITING')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(row => ({
    id: row.id,
    kind: row.kind,
    categoryId: row.category_id as CategoryId | null,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    language: row.language as Language,
  }))
}

export async function countWaitingForSales(tx: Tx, eventId: number): Promise<number> {
  const { waiting } = await tx.kysely
    .selectFrom('waiting_list_entry')
    .select(({ fn }) => fn.countAll<bigint>().as('waiting'))
    .where('event_id', '=', eventId)
    .where('status', '=', 'WAITING')
    .where('kind', '=', 'PRE_SALES')
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

export async function countSetAside(tx: Tx, eventId: number): Promise<number> {
  const { seats } = await tx.kysely
    .selectFrom('ticket')
    .select(({ fn }) => fn.countAll<bigint>().as('seats'))
    .where('event_id', '=', eventId)
    .where('status', '=', 'PRE_RESERVED')
    .executeTakeFirstOrThrow()
  return Number(seats)
}

/** Sets free seats of a category aside, at most so many; answers how many there were. */
export async function setAside(tx: Tx, eventId: number, category: Category, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update ticket set status = 'PRE_RESERVED' where id in (
      select id from ticket
      where event_id = ${eventId} and coalesce(category_id, 0) = ${sourceOf(category) ?? 0} and status = 'FREE'
      order by id limit ${limit} for update skip locked)`.execute(tx.kysely)
  return Number(numAffectedRows ?? 0)
}

/** Puts seats on sale again that were set aside for more people than still wait. */
export async function putBack(tx: Tx, eventId: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update ticket set status = 'FREE', category_id = ${OWNER} where id in (
      select id from ticket where event_id = ${eventId} and status = 'PRE_RESERVED'
      order by id desc limit ${limit} for update skip locked)`.execute(tx.kysely)
  return Number(numAffectedRows ?? 0)
}

export async function putOnSale(tx: Tx, seats: readonly SeatToGive[]): Promise<void> {
  if (seats.length === 0) return
  const ids = seats.map(({ id }) => id)
  await sql`update ticket set status = 'FREE', category_id = ${OWNER} where id = any(${ids}::bigint[])`.execute(
    tx.kysely,
  )
}

/** A category that has become unbounded since the seat was taken from it owns no seats: this one is the pool's. */
const OWNER = sql`(select id from ticket_category where ticket_category.id = ticket.category_id and bounded)`

/** The reservation is this person's, and the person has an offer. */
export async function storeOffer(tx: Tx, reservationId: ReservationId, person: WaitingPerson): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({ first_name: person.firstName, last_name: person.lastName, email: person.email })
    .where('id', '=', reservationId)
    .execute()
  await tx.kysely
    .updateTable('ticket')
    .set({
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      language: person.language,
    })
    .where('reservation_id', '=', reservationId)
    .execute()
  await tx.kysely
    .updateTable('waiting_list_entry')
    .set({ status: 'PENDING', reservation_id: reservationId })
    .where('id', '=', person.id)
    .execute()
}
