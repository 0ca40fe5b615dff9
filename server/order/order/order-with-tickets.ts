import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
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

/** Undefined for an unknown order, and for one whose personal data have been erased. */
export async function findWithTickets(on: Queryable, id: ReservationId): Promise<OrderWithTickets | undefined> {
  const rows = await on.query(ORDER_WITH_TICKETS, [id])
  const [first] = rows
  if (!first) return undefined
  return { ...versionedFrom(first), rowVersion: first.row_version, tickets: rows.flatMap(ticketIn) }
}

const OF_TICKET = 'ticket_'

/** The reservation is the same in each row. */
type Row = VersionedRow & { readonly row_version: string } & Readonly<Record<`${typeof OF_TICKET}${string}`, unknown>>

/**
 * The reservation is found by a part of its own, so that the planner guesses its tickets without knowing its id: a plan for
 * any order costs no more than one made for this order, and a connection stops planning after five runs.
 */
const ORDER_WITH_TICKETS = statement<Row>(
  'order-with-tickets',
  `with found as materialized (
     select ${VERSIONED_COLUMNS}, reservation.xmin::text as row_version
     from reservation where id = $1 and erased_at is null
   )
   select found.*, ${TICKET_COLUMNS.map(name => `ticket.${name} as ${OF_TICKET}${name}`).join(', ')}
   from found left join ticket on ticket.reservation_id = found.id order by ticket.id`,
)

function ticketIn(row: Row): Ticket[] {
  if (row.ticket_id === null) return []
  // The columns of the ticket as they are called there.
  const ofTicket = Object.fromEntries(TICKET_COLUMNS.map(name => [name, row[`${OF_TICKET}${name}`]])) as TicketRow
  return [ticketFrom(ofTicket)]
}
