import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { SentTicketStatus } from '#domain/ticket/ticket/states.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import type { OrganiserWords } from '#server/ticket/ticket/present-tickets.ts'

/** The holder of a valid ticket. */
export type HolderRow = {
  readonly ticketId: bigint
  readonly categoryId: number
  readonly status: SentTicketStatus
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly language: string | null
  readonly externalReference: string | null
  readonly orderLanguage: string
  readonly confirmedAt: Instant | null
}

const HOLDERS = statement<HolderRow>(
  'order-desk-holders',
  `select ticket.id as "ticketId", category_id as "categoryId", ticket.status, ticket.first_name as "firstName",
     ticket.last_name as "lastName", ticket.email, ticket.language, external_reference as "externalReference",
     reservation.language as "orderLanguage", confirmed_at as "confirmedAt"
   from ticket join ticket_category as category on category.id = category_id
     join reservation on reservation.id = reservation_id
   where ticket.event_id = $1 and ${sqlTicketHas('isSold')}
     and ticket.first_name <> '' and ticket.last_name <> '' and ticket.email <> ''
   order by category.ordinal, category.id, ticket.id`,
)

/** All holders of valid tickets of an event, by category and seat, except those whose data have been erased. */
export async function holdersOf(on: Queryable, eventId: number): Promise<HolderRow[]> {
  return on.query(HOLDERS, [eventId])
}

/** What the organiser's client has said of the tickets of an order, by their numbers. */
export async function organiserWordsOf(on: Queryable, id: ReservationId): Promise<ReadonlyMap<bigint, OrganiserWords>> {
  const rows = await on.kysely
    .selectFrom('ticket')
    .select(['id', 'external_reference as externalReference', 'metadata'])
    .where('reservation_id', '=', id)
    .execute()
  return new Map(
    // Written by storeAttendees alone.
    rows.map(({ id: ticket, metadata, ...words }) => [
      BigInt(ticket),
      { ...words, metadata: metadata as OrganiserWords['metadata'] },
    ]),
  )
}

/** The order of a ticket of this event, by the private id; undefined for one in no order. */
export async function orderOfTicket(on: Queryable, eventId: number, uuid: string): Promise<ReservationId | undefined> {
  const row = await on.kysely
    .selectFrom('ticket')
    .select('reservation_id')
    .where('event_id', '=', eventId)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return row?.reservation_id == null ? undefined : (row.reservation_id as ReservationId)
}
