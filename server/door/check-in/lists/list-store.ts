import type { Instant } from '#domain/foundation/instant.ts'
import { type Currency, NO_CURRENCY, writtenCurrency } from '#domain/foundation/money/currency.ts'
import type { SentTicketStatus } from '#domain/ticket/ticket/states.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas, whereTicket } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { ticketFrom, ticketRows } from '../store.ts'

/**
 * Whatever happens to an order is noted in the audit, so that its tickets are the ones that may have changed; all of them
 * when the event itself has.
 */
const HELD_TICKETS = statement<{ id: bigint }>(
  'check-in-held-tickets',
  `select ticket.id from ticket
   where event_id = $1 and ${sqlTicketHas('isSold')}
     and first_name <> '' and last_name <> ''
     and ($2::timestamptz is null
       or reservation_id in (select reservation_id from audit where purchase_context_id = $1 and at >= $2)
       or exists (select from purchase_context where id = $1 and updated_at >= $2))
   order by ticket.id`,
)

/** Numbers of the tickets with a holder; with a moment only those that may have changed since. */
export async function heldTickets(on: Queryable, eventId: number, since: Instant | undefined): Promise<number[]> {
  const rows = await on.query(HELD_TICKETS, [eventId, since === undefined ? null : timestamp(since)])
  return rows.map(({ id }) => Number(id))
}

/** Good tickets of an event by their numbers, with order and billing details, in the order of their seats. */
export async function ticketsByNumber(on: Queryable, eventId: number, numbers: readonly number[]) {
  const rows = await ticketRows(on)
    .select([
      'reservation.first_name as contact_first_name',
      'reservation.last_name as contact_last_name',
      'reservation.email as contact_email',
      'reservation.payment_method',
      'reservation.customer_reference',
      'reservation.billing',
    ])
    .where('ticket.event_id', '=', eventId)
    .where('ticket.id', 'in', numbers.map(BigInt))
    .where(whereTicket('isSold'))
    .orderBy('ticket.id')
    .execute()
  return rows.map(row => ({
    ticket: ticketFrom(row),
    order: {
      id: row.reservation_id,
      firstName: row.contact_first_name,
      lastName: row.contact_last_name,
      email: row.contact_email,
      paymentMethod: row.payment_method,
      customerReference: row.customer_reference,
    },
    billing: row.billing as Record<string, unknown>,
  }))
}

export type TicketWithOrder = Awaited<ReturnType<typeof ticketsByNumber>>[number]

export type FoundAttendee = {
  readonly id: bigint
  readonly uuid: string
  readonly publicId: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly categoryName: string
  readonly status: SentTicketStatus
  readonly reservationId: string
  readonly currency: Currency
}

type AttendeeRow = Omit<FoundAttendee, 'currency'> & {
  readonly currency: string | null
  readonly results: number
  readonly checkedIn: number
}

/** Every word must be found: in the name, the e-mail, the category, or at the beginning of an id. */
const SEARCH = statement<AttendeeRow>(
  'check-in-search',
  `select ticket.id, ticket.uuid, public_uuid as "publicId", ticket.first_name as "firstName",
     ticket.last_name as "lastName", category.name as "categoryName", ticket.status,
     reservation_id as "reservationId", reservation.currency,
     (count(*) over ())::int as results,
     (count(*) filter (where ${sqlTicketHas('isCheckedIn')}) over ())::int as "checkedIn"
   from ticket join ticket_category as category on category.id = category_id
     join reservation on reservation.id = reservation_id
   where ticket.event_id = $1 and ${sqlTicketHas('isSold')}
     and not exists (
       select from unnest($2::text[]) as word where not (
         concat_ws(' ', ticket.first_name, ticket.last_name, ticket.email, category.name, reservation.email)
           ilike '%' || word || '%'
         or public_uuid::text ilike word || '%' or ticket.uuid::text ilike word || '%'
         or reservation_id::text ilike word || '%'))
   order by lower(ticket.last_name), lower(ticket.first_name), ticket.id limit $3 offset $4`,
)

export type AttendeeSearch = {
  readonly eventId: number
  readonly words: readonly string[]
  readonly limit: number
  readonly offset: number
}

export type FoundAttendees = {
  readonly attendees: readonly FoundAttendee[]
  /** Of all pages; 0 beyond the last one. */
  readonly results: number
  readonly checkedIn: number
}

export async function findAttendees(
  on: Queryable,
  { eventId, words, limit, offset }: AttendeeSearch,
): Promise<FoundAttendees> {
  const rows = await on.query(SEARCH, [eventId, words.map(literally), limit, offset])
  return {
    attendees: rows.map(row => ({ ...row, currency: writtenCurrency(row.currency) ?? NO_CURRENCY })),
    results: rows[0]?.results ?? 0,
    checkedIn: rows[0]?.checkedIn ?? 0,
  }
}

/** With the wildcards of a pattern escaped. */
const literally = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`)
