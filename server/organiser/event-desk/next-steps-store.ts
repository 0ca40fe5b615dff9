import { sql } from 'kysely'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import { REST_AFTER_ORDER } from '#domain/order/reminder/reminder-times.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { whereReservation, whereTicket } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { TICKET_IS_NAMED } from '#server/order/order/named-ticket.ts'

/** What waits for a job of the shop at one event: counted, never locked. */

export type Waiting = {
  /** On the waiting list; of them, those who registered before the sale. */
  readonly people: number
  readonly registered: number
  /** Addresses that were left for the begin of the sale. */
  readonly addresses: number
}

export async function countWaiting(on: Queryable, eventId: number): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as people, (count(*) filter (where kind = 'PRE_SALES'))::int as registered,
      (select count(distinct lower(email))::int from sale_notice where event_id = ${eventId}) as addresses
    from waiting_list_entry where event_id = ${eventId} and status = 'WAITING'`.execute(on.kysely)
  return rows[0] ?? { people: 0, registered: 0, addresses: 0 }
}

export type Unnamed = {
  readonly orders: number
  /** When the first of them may be asked, were it the season; null without any. */
  readonly next: Instant | null
}

/** Orders with tickets that lack names; `interval`: days between two reminders. */
export async function findUnnamed(on: Queryable, eventId: number, interval: number): Promise<Unnamed> {
  const rest = (milliseconds: number) => sql`${milliseconds}::double precision * interval '1 millisecond'`
  const { rows } = await sql<Unnamed>`
    select count(*)::int as orders,
      min(coalesce(names_reminded_at + ${rest(days(interval))},
        coalesce(confirmed_at, created_at) + ${rest(REST_AFTER_ORDER)})) as next
    from reservation
    where purchase_context_id = ${eventId} and erased_at is null and ${whereReservation('isComplete')}
      and exists (select from ticket where ticket.reservation_id = reservation.id and ${whereTicket('canCheckIn')}
        and not ${sql.raw(TICKET_IS_NAMED)})`.execute(on.kysely)
  return rows[0] ?? { orders: 0, next: null }
}

export type TransferDay = {
  /** The first and the last deadline of the day. */
  readonly first: Instant
  readonly last: Instant
  readonly orders: number
  /** Of them, those whose buyers have not been reminded and can still be. */
  readonly unreminded: number
  /** When the first of these may be reminded, were it late enough; null without any. */
  readonly rested: Instant | null
}

/** Awaited transfers by the day of their deadline, as the calendar of the event says. */
export async function transferDays(
  on: Queryable,
  eventId: number,
  { now, timeZone }: { readonly now: Instant; readonly timeZone: string },
): Promise<TransferDay[]> {
  const unreminded = sql`transfer_reminded_at is null and validity > ${timestamp(now)}`
  const { rows } = await sql<TransferDay>`
    select min(validity) as first, max(validity) as last, count(*)::int as orders,
      (count(*) filter (where ${unreminded}))::int as unreminded,
      min(coalesce(terms_accepted_at, created_at)) filter (where ${unreminded}) as rested
    from reservation
    where purchase_context_id = ${eventId} and erased_at is null and ${whereReservation('hasTransferDeadline')}
    group by (validity at time zone ${timeZone})::date order by first`.execute(on.kysely)
  return rows.map(row => ({ ...row, rested: row.rested && after(row.rested, REST_AFTER_ORDER) }))
}

export type HeldSeats = { readonly until: Instant; readonly seats: number }

/** Held seats that return to sale by themselves, by when they do. */
export async function heldSeats(on: Queryable, eventId: number): Promise<HeldSeats[]> {
  const { rows } = await sql<HeldSeats>`
    select until, count(*)::int as seats from seat_block join ticket on block_id = seat_block.id
    where seat_block.event_id = ${eventId} and until is not null group by until order by until`.execute(on.kysely)
  return rows
}
