import { type Reach } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { isInReach, reachValues } from '#server/foundation/database/reach-sql.ts'
import { reservationHas, sqlRefundHas, sqlTicketHas } from '#server/foundation/database/status-sql.ts'

/** An event with the sums of its orders. */
export type SummedEvent = {
  readonly id: number
  readonly organizationId: number
  readonly title: Readonly<Record<string, string>>
  readonly startsAt: Instant
  /** YYYY-MM-DD by the calendar of the event. */
  readonly startDay: string
  readonly timeZone: string
  readonly currency: string | null
  readonly capacity: number
  readonly waiting: number
  readonly orders: number
  readonly amount: bigint
  readonly refunded: bigint
}

const OF_CONTEXT = { organization: 'context.organization_id', context: 'context.id' }

/** An event in the reach of a caller with the sums of its confirmed orders; undefined where there is none. */
export async function findSummedEvent(db: Queryable, id: number, reach: Reach): Promise<SummedEvent | undefined> {
  const [row] = await db.query(SUMMED, [id, ...reachValues(reach)])
  return row
}

const SUMMED = statement<SummedEvent>(
  'figures-sums',
  `select context.id, context.organization_id as "organizationId", title, starts_at as "startsAt",
     to_char(starts_at at time zone time_zone, 'YYYY-MM-DD') as "startDay", time_zone as "timeZone", context.currency, seats as capacity, waiting, orders, amount, refunded
   from event join purchase_context as context on context.id = event.id
     cross join lateral (
       select coalesce(sum(quantity), 0)::int as waiting from waiting_list_entry as entry
       where entry.event_id = context.id and entry.status = 'WAITING') as list
     cross join lateral (
       select count(*)::int as orders, coalesce(sum(final_price), 0)::bigint as amount from reservation
       where purchase_context_id = context.id and ${reservationHas('isComplete')}) as confirmed
     cross join lateral (
       select coalesce(sum(refund.amount), 0)::bigint as refunded
       from payment_transaction as payment join payment_refund as refund on refund.transaction_id = payment.id
       where payment.purchase_context_id = context.id and ${sqlRefundHas('isConfirmed', 'refund.status')}) as returned
   where context.id = $1 and ${isInReach(2, OF_CONTEXT)}`,
)

/** What sold tickets come to that have one of these in common. */
export type SoldRow = {
  readonly by: 'day' | 'category' | 'code' | 'method'
  /** YYYY-MM-DD, the id of a category or code, or the name of a method; null where a ticket has none. */
  readonly value: string | null
  readonly tickets: number
  readonly orders: number
  readonly amount: bigint
  readonly discount: bigint
}

/** The sold tickets of an event by day of the order, category, code and way of payment: one pass over them. */
export function soldTickets(db: Queryable, { id, timeZone }: Pick<SummedEvent, 'id' | 'timeZone'>): Promise<SoldRow[]> {
  return db.query(SOLD, [id, timeZone])
}

/**
 * Tickets are summed by order and category first, in the order of an index that has all that is summed: of an order there is one day,
 * one code and one way. An order of several categories has several lines, the first of which counts it.
 */
const SOLD = statement<SoldRow>(
  'figures-sold',
  `with line as (
     select reservation_id, category_id, count(*) as tickets, sum(final_price)::bigint as amount, sum(discount)::bigint as discount,
       lag(reservation_id) over (order by reservation_id) is distinct from reservation_id as is_first
     from ticket where event_id = $1 and ${sqlTicketHas('isSold')} group by reservation_id, category_id
   ), dated as (
     select (coalesce(confirmed_at, created_at) at time zone $2)::date as day, promo_code_id as code, payment_proxy as method,
       category_id as category, count(*) as lines, count(*) filter (where is_first) as orders, sum(tickets) as tickets,
       sum(amount) as amount, sum(line.discount) as discount
     from line join reservation on id = reservation_id and purchase_context_id = $1 group by 1, 2, 3, 4
   ), summed as (
     select case grouping(day, code, method, category) when 7 then 'day' when 11 then 'code' when 13 then 'method' else 'category' end as by,
       coalesce(to_char(day, 'YYYY-MM-DD'), code::text, method, category::text) as value, sum(tickets)::int as tickets,
       sum(lines)::int as lines, sum(orders)::int as orders, sum(amount)::bigint as amount, sum(discount)::bigint as discount
     from dated group by grouping sets (day, code, method, category)
   )
   select by, value, tickets, case by when 'category' then lines else orders end as orders, amount, discount
   from summed order by by, value`,
)

export type NamedCode = { readonly id: number; readonly code: string }

/** The codes with which tickets of an event were ordered. */
export function codesNamed(db: Queryable, ids: readonly number[]): Promise<NamedCode[]> {
  return ids.length === 0 ? Promise.resolve([]) : db.query(CODES, [ids])
}

const CODES = statement<NamedCode>('figures-codes', `select id, code from promo_code where id = any ($1)`)

export type EntryRow = { readonly at: Instant; readonly people: number }

/** In which quarter of an hour those who are in came in last. */
export function entriesOf(db: Queryable, eventId: number): Promise<EntryRow[]> {
  return db.query(ENTRIES, [eventId])
}

const ENTRIES = statement<EntryRow>(
  'figures-entries',
  `select date_bin('15 minutes', at, timestamptz 'epoch') as at, count(*)::int as people
   from (
     select distinct on (ticket_uuid) scan.at
     from check_in_scan as scan join ticket on ticket.uuid = ticket_uuid
     where scan.event_id = $1 and operation = 'SCAN' and scan.status in ('SUCCESS', 'BADGE_SCAN_SUCCESS')
       and ${sqlTicketHas('isCheckedIn')}
     order by ticket_uuid, scan.at desc) as entry
   group by 1 order by 1`,
)

export type ComparableRow = {
  readonly id: number
  readonly title: Readonly<Record<string, string>>
  readonly startsAt: Instant
}

type Comparable = Pick<SummedEvent, 'id' | 'organizationId'> & { readonly reach: Reach }

/** Other events of the organisation that are not archived, the latest first, at most 50. */
export function comparableEvents(db: Queryable, { id, organizationId, reach }: Comparable): Promise<ComparableRow[]> {
  return db.query(COMPARABLE, [id, organizationId, ...reachValues(reach)])
}

const COMPARABLE = statement<ComparableRow>(
  'figures-comparable',
  `select context.id, title, starts_at as "startsAt" from event join purchase_context as context on context.id = event.id
   where context.organization_id = $2 and context.id <> $1 and ${isInReach(3, OF_CONTEXT)}
   order by starts_at desc, context.id limit 50`,
)
