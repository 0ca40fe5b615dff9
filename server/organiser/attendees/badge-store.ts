import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/foundation/database/database.ts'
import { type AttendeeFilter, listedTickets } from './attendee-filter.ts'
import { placeOf } from './attendee-store.ts'

/** Erased people have no name. */
const HAS_NAME: RawBuilder<boolean> = sql`(coalesce(ticket.first_name, '') <> '' or coalesce(ticket.last_name, '') <> '')`

type NamedTicket = {
  readonly id: bigint
  /** The private id: what a badge's code says. */
  readonly uuid: string
  readonly firstName: string
  readonly lastName: string
  readonly categoryId: number
}

type Part = { readonly filter: AttendeeFilter; readonly offset: number; readonly limit: number }

/** The listed tickets that have a name, by name. */
export async function namedTickets(
  db: Queryable,
  eventId: number,
  { filter, offset, limit }: Part,
): Promise<NamedTicket[]> {
  const { rows } = await sql<NamedTicket>`
    select ticket.id, ticket.uuid, coalesce(ticket.first_name, '') as "firstName",
      coalesce(ticket.last_name, '') as "lastName", ticket.category_id as "categoryId"
    from ${listedTickets(eventId, filter)} and ${HAS_NAME}
    order by ${placeOf()} limit ${limit} offset ${offset}`.execute(db.kysely)
  return rows
}

/** How many of the listed tickets have a name, and how many have none. */
export async function countNamed(
  db: Queryable,
  eventId: number,
  filter: AttendeeFilter,
): Promise<{ readonly named: number; readonly nameless: number }> {
  const { rows } = await sql<{ named: number; nameless: number }>`
    select count(*) filter (where ${HAS_NAME})::int as named, count(*) filter (where not ${HAS_NAME})::int as nameless
    from ${listedTickets(eventId, filter)}`.execute(db.kysely)
  return rows[0] ?? { named: 0, nameless: 0 }
}
