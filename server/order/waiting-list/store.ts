import { sql } from 'kysely'
import type { Category, CategoryId } from '#domain/catalog/catalog/category.ts'
import { type Instant, minutes } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { SeatToGive, Waiting } from '#domain/order/waiting-list/distribution.ts'
import type { AcceptedSubscription, WaitingSeats } from '#domain/order/waiting-list/waiting-list.ts'
import { type Queryable, type Tx } from '#server/foundation/database/database.ts'
import { whereTicket } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'
import { movableTicket, movedTicket } from '#server/order/order/move-tickets.ts'
import { nameOrder } from '#server/order/order/name-order.ts'

/** Seats that can be had now, by category; an unbounded one counts the pool. */
export async function countFreeSeats(on: Queryable, eventId: number): Promise<(category: Category) => number> {
  const rows = await on.kysely
    .selectFrom('ticket')
    .select(['category_id', ({ fn }) => fn.countAll<bigint>().as('seats')])
    .where('event_id', '=', eventId)
    .where(whereTicket('isFree'))
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
  readonly seats: WaitingSeats
  readonly now: Instant
}

/** Returns the key to leave by; undefined for a person who is on the list of the event already, in whatever state. */
export async function insertEntry(
  tx: Tx,
  { eventId, person, language, place, seats, now }: NewEntry,
): Promise<string | undefined> {
  const row = await tx.kysely
    .insertInto('waiting_list_entry')
    .values({
      event_id: eventId,
      kind: place.kind,
      category_id: place.category?.id ?? null,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      language,
      quantity: seats.quantity,
      or_fewer: seats.isFewerEnough,
      created_at: timestamp(now),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('leave_key')
    .executeTakeFirst()
  return row?.leave_key
}

/** How many wait longer on the same list. Seats are given by the same order (`lockWaiting`). */
export async function countBefore(on: Queryable, key: string): Promise<number> {
  const { rows } = await sql<{ before: number }>`
    select count(*)::int as before from waiting_list_entry as own
    join waiting_list_entry as other on other.event_id = own.event_id and other.id < own.id
    where own.leave_key = ${key}::uuid and other.status = 'WAITING'`.execute(on.kysely)
  return rows[0]?.before ?? 0
}

export type EventToServe = {
  readonly id: number
  readonly organizationId: number
  /** False: all it has are seats set aside, as many as people are registered, and sales have not begun. */
  readonly isDue: boolean
}

/**
 * Events that have seats to give or to set aside: with released seats, with more or fewer set aside than people are
 * registered, with some that can be offered by now; and those with seats set aside. A disabled event keeps them until it
 * is sold again.
 */
export async function eventsToServe(on: Queryable, now: Instant, job: JobName): Promise<EventToServe[]> {
  const { rows } = await sql<EventToServe>`
    with aside as (
      select event_id, count(*) as seats from ticket where ${whereTicket('isSetAside')} group by event_id
    ), registered as (
      select event_id, sum(quantity) as people from waiting_list_entry
      where status = 'WAITING' and kind = 'PRE_SALES' group by event_id
    ), due as (
      select event_id from ticket where ${whereTicket('isReleased')}
      union
      select event_id from aside where exists (
        select from ticket_category as category where category.event_id = aside.event_id
          and inception <= ${timestamp(now)}::timestamptz + ${OFFER_LEAD_MS}::integer * interval '1 millisecond')
      union
      select event_id from aside full join registered using (event_id)
      where seats is distinct from people
    )
    select event.id, organization_id as "organizationId", is_due is not null as "isDue"
    from (select event_id, true as is_due from due) as due full join aside using (event_id) join event on event.id = event_id
      join purchase_context on purchase_context.id = event.id
    where purchase_context.status <> 'DISABLED'
      and (ends_at > ${timestamp(now)} or exists (
        select from ticket where event_id = event.id and ${whereTicket('isReleased', 'isSetAside')}))
      and ${isNotPutOff(job, 'event', sql`event.id`, now)}
    order by event.id`.execute(on.kysely)
  return rows
}

const OFFER_LEAD_MS = minutes(5)

/**
 * Locks the event until the transaction ends. Waits for another process that gives out its seats: that one may not have seen what
 * was released since.
 */
export async function lockEvent(tx: Tx, eventId: number): Promise<void> {
  await tx.kysely.selectFrom('event').select('id').where('id', '=', eventId).forNoKeyUpdate().execute()
}

/** Takes free seats that are not on sale, those set aside first where they are meant. */
export async function lockSeatsToGive(
  tx: Tx,
  eventId: number,
  { isAsideToo, limit }: { readonly isAsideToo: boolean; readonly limit: number },
): Promise<SeatToGive[]> {
  const rows = await tx.kysely
    .selectFrom('ticket')
    .select(['id', 'category_id'])
    .where('event_id', '=', eventId)
    .where(isAsideToo ? whereTicket('isReleased', 'isSetAside') : whereTicket('isReleased'))
    .orderBy(whereTicket('isReleased'))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(row => ({ id: row.id, categoryId: row.category_id as CategoryId | null }))
}

export type WaitingPerson = Waiting & Contact & { readonly language: Language; readonly leaveKey: string }

/** `seats`: so many can be given; who needs more at once is left out. */
type Waiters = { readonly seats: number; readonly limit: number; readonly now: Instant; readonly job: JobName }

/** Takes the people who have waited longest, but for those at whom the job has just failed. */
export async function lockWaiting(
  tx: Tx,
  eventId: number,
  { limit, seats, now, job }: Waiters,
): Promise<WaitingPerson[]> {
  const rows = await tx.kysely
    .selectFrom('waiting_list_entry')
    .select(['id', 'kind', 'category_id', 'first_name', 'last_name', 'email', 'language', 'leave_key'])
    .select(['quantity', 'or_fewer'])
    .where('event_id', '=', eventId)
    .where('status', '=', 'WAITING')
    .where(({ or, eb }) => or([eb('or_fewer', '=', true), eb('quantity', '<=', seats)]))
    .where(isNotPutOff(job, 'waiting-list-entry', sql`waiting_list_entry.id`, now))
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
    leaveKey: row.leave_key,
    quantity: row.quantity,
    isFewerEnough: row.or_fewer,
  }))
}

/** How many seats the people wait for who have registered. */
export async function countSeatsAwaitedForSales(tx: Tx, eventId: number): Promise<number> {
  const { waiting } = await tx.kysely
    .selectFrom('waiting_list_entry')
    .select(({ fn }) => fn.sum<bigint | null>('quantity').as('waiting'))
    .where('event_id', '=', eventId)
    .where('status', '=', 'WAITING')
    .where('kind', '=', 'PRE_SALES')
    .executeTakeFirstOrThrow()
  return Number(waiting ?? 0)
}

export async function countSetAside(tx: Tx, eventId: number): Promise<number> {
  const { seats } = await tx.kysely
    .selectFrom('ticket')
    .select(({ fn }) => fn.countAll<bigint>().as('seats'))
    .where('event_id', '=', eventId)
    .where(whereTicket('isSetAside'))
    .executeTakeFirstOrThrow()
  return Number(seats)
}

/** Sets free seats of a category aside, at most so many; returns how many there were. */
export async function setAside(tx: Tx, eventId: number, category: Category, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update ticket set ${sql.raw(movedTicket('setAside'))} where id in (
      select id from ticket
      where event_id = ${eventId} and coalesce(category_id, 0) = ${sourceOf(category) ?? 0}
        and ${sql.raw(movableTicket('setAside'))}
      order by id limit ${limit} for update skip locked)`.execute(tx.kysely)
  return Number(numAffectedRows ?? 0)
}

/** Puts seats on sale again that were set aside for more people than still wait. */
export async function putBack(tx: Tx, eventId: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update ticket set ${sql.raw(movedTicket('putBack'))} where id in (
      select id from ticket where event_id = ${eventId} and ${sql.raw(movableTicket('putBack'))}
      order by id desc limit ${limit} for update skip locked)`.execute(tx.kysely)
  return Number(numAffectedRows ?? 0)
}

/** The reservation is this person's, and the person has an offer. */
export async function storeOffer(tx: Tx, reservationId: ReservationId, person: WaitingPerson): Promise<void> {
  await nameOrder(tx, reservationId, person, { isValidated: false })
  await tx.kysely
    .updateTable('waiting_list_entry')
    .set({ status: 'PENDING', reservation_id: reservationId })
    .where('id', '=', person.id)
    .execute()
}
