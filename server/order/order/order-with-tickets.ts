import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'
import { sharedCalls } from '#server/foundation/database/shared-calls.ts'
import {
  TICKET_COLUMNS,
  type TicketRow,
  VERSIONED_COLUMNS,
  type VersionedReservation,
  type VersionedRow,
  ticketFrom,
  versionedFrom,
} from './reservations.ts'

/** A reservation and its tickets in the order of their seats, as one statement has read them. */
export type OrderWithTickets = VersionedReservation & {
  readonly tickets: readonly Ticket[]
  /** Changes with every change of the reservation's row (`xmin` of PostgreSQL). */
  readonly rowVersion: string
}

/** Undefined for an unknown order, and for one whose personal data have been erased. Outside of any transaction. */
export async function findWithTickets(db: Database, id: ReservationId): Promise<OrderWithTickets | undefined> {
  const rows = await rowsOf(db, id)
  const [first] = rows
  if (!first) return undefined
  return { ...versionedFrom(first), rowVersion: first.row_version, tickets: rows.flatMap(ticketIn) }
}

const OF_TICKET = 'ticket_'

/** The reservation is the same in each row. */
type Row = VersionedRow & { readonly row_version: string } & Readonly<Record<`${typeof OF_TICKET}${string}`, unknown>>

/**
 * The reservations are found by a part of their own, whose limits are always met, and the tickets of each by a part of theirs: so the
 * planner guesses few rows whatever the ids are, a plan for any orders costs no more than one made for these, and a connection
 * stops planning after five runs.
 */
const ORDER_WITH_TICKETS = statement<Row>(
  'order-with-tickets',
  `with found as materialized (
     select ${VERSIONED_COLUMNS}, reservation.xmin::text as row_version
     from unnest($1::uuid[]) with ordinality as asked (id, number)
     join reservation on reservation.id = asked.id
     where number between 1 and 1000 and erased_at is null
   )
   select found.*, ${TICKET_COLUMNS.map(name => `ticket.${name} as ${OF_TICKET}${name}`).join(', ')}
   from found left join lateral (
     select * from ticket where reservation_id = found.id offset 0
   ) as ticket on true order by ticket.id`,
)

const rowsOf = sharedCalls<ReservationId, readonly Row[]>(async (db, ids) => {
  const rows = Map.groupBy(await db.query(ORDER_WITH_TICKETS, [ids]), ({ id }) => id)
  return ids.map(id => rows.get(id) ?? [])
})

function ticketIn(row: Row): Ticket[] {
  if (row.ticket_id === null) return []
  // The columns of the ticket as they are called there.
  const ofTicket = Object.fromEntries(TICKET_COLUMNS.map(name => [name, row[`${OF_TICKET}${name}`]])) as TicketRow
  return [ticketFrom(ofTicket)]
}
