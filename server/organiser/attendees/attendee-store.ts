import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { OrderGroup } from '#domain/organiser/order-desk/order-group.ts'
import type { TicketStatus } from '#domain/ticket/ticket/states.ts'
import { ticketsWith } from '#domain/ticket/ticket/states.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { isInReach, reachValues } from '#server/foundation/database/reach-sql.ts'
import { quoted, sqlTicketHas, whereTicket } from '#server/foundation/database/status-sql.ts'
import { GROUP } from '../desk-orders/filter.ts'
import { type AttendeeFilter, listedTickets } from './attendee-filter.ts'

/** The organisation of an event in the reach of a caller; undefined where there is none. */
export async function ownerInReach(db: Queryable, eventId: number, reach: Reach): Promise<number | undefined> {
  const [row] = await db.query(OWNER, [eventId, ...reachValues(reach)])
  return row?.organizationId
}

const OWNER = statement<{ organizationId: number }>(
  'attendees-owner',
  `select organization_id as "organizationId" from event join purchase_context as context on context.id = event.id
   where event.id = $1 and ${isInReach(2, { organization: 'context.organization_id', context: 'context.id' })}`,
)

/**
 * A name as lists are sorted by it, the same in every database: without accents and case. Letters of one byte have no accents, and are
 * many times faster in lower case by the collation of the program: a list sorts every name of an event.
 */
const sorted = (column: 'first_name' | 'last_name', of = 'ticket'): RawBuilder<string> => {
  const name = sql.raw(`coalesce(${of}.${column}, '')`)
  return sql`(case when octet_length(${name}) = char_length(${name}) then lower(${name} collate "C") else folded(${name}) end) collate "C"`
}

const isNameless = (of = 'ticket') => sql`(coalesce(${sql.raw(of)}.last_name, '') = '')`

/** Where a ticket is in a list by name. */
export const placeOf = (of = 'ticket') =>
  sql`${isNameless(of)}, ${sorted('last_name', of)}, ${sorted('first_name', of)}, ${sql.raw(of)}.id`

export type AttendeePage = {
  readonly filter: AttendeeFilter
  readonly limit: number
  /** The last ticket of the page before. */
  readonly after?: bigint | undefined
}

/** Ids of the tickets of one page by name, and one more where there are more. */
export async function ticketsByName(
  db: Queryable,
  eventId: number,
  { filter, limit, after }: AttendeePage,
): Promise<bigint[]> {
  const rest =
    after === undefined
      ? sql``
      : sql`and (${placeOf()}) > (select ${placeOf('former')} from ticket as former where id = ${after})`
  const { rows } = await sql<{ id: bigint }>`
    select ticket.id from ${listedTickets(eventId, filter)} ${rest}
    order by ${placeOf()} limit ${limit + 1}`.execute(db.kysely)
  return rows.map(({ id }) => id)
}

/** The same in the order of their seats, which no change of a name moves: for lists that are read to their end. */
export async function ticketsBySeat(
  db: Queryable,
  eventId: number,
  { filter, limit, after = 0n }: AttendeePage,
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select ticket.id from ${listedTickets(eventId, filter)} and ticket.id > ${after}
    order by ticket.id limit ${limit}`.execute(db.kysely)
  return rows.map(({ id }) => id)
}

export async function countAttendees(db: Queryable, eventId: number, filter: AttendeeFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${listedTickets(eventId, filter)}`.execute(db.kysely)
  return rows[0]?.count ?? 0
}

/** A ticket with its holder and its order. */
export type AttendeeRow = {
  readonly id: bigint
  readonly publicId: string
  readonly status: TicketStatus
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly language: string
  readonly categoryId: number
  readonly isIn: boolean
  readonly inSince: Instant | null
  readonly price: bigint
  readonly currency: string | null
  readonly group: OrderGroup
  readonly orderId: string
  readonly buyer: string
  readonly buyerEmail: string
  readonly company: string | null
  readonly confirmedAt: Instant | null
}

/** SQL of when the holder of a `ticket` who is in came in. */
const CAME_IN = sql`(
  select scan.at from check_in_scan as scan
  where scan.ticket_uuid = ticket.uuid and scan.event_id = ticket.event_id and scan.operation = 'SCAN'
    and scan.status in ('SUCCESS', 'BADGE_SCAN_SUCCESS') and ${whereTicket('isCheckedIn')}
  order by scan.status = 'SUCCESS' desc, scan.at desc limit 1)`

/** Tickets by their ids, in the order of the ids. */
export async function attendeesById(db: Queryable, ids: readonly bigint[]): Promise<AttendeeRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AttendeeRow>`
    select ticket.id, public_uuid as "publicId", ticket.status, coalesce(ticket.first_name, '') as "firstName",
      coalesce(ticket.last_name, '') as "lastName", coalesce(ticket.email, '') as email,
      coalesce(ticket.language, reservation.language) as language,
      category_id as "categoryId", ${whereTicket('isCheckedIn')} as "isIn", ${CAME_IN} as "inSince",
      ticket.final_price as price, reservation.currency, ${GROUP} as "group", reservation.id as "orderId",
      concat_ws(' ', nullif(reservation.first_name, ''), nullif(reservation.last_name, '')) as buyer,
      coalesce(reservation.email, '') as "buyerEmail", nullif(billing ->> 'companyName', '') as company,
      confirmed_at as "confirmedAt"
    from ticket join reservation on reservation.id = ticket.reservation_id
    where ticket.id = any (${[...ids]}::bigint[])`.execute(db.kysely)
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

export type AnswerCount = {
  readonly fieldId: number
  readonly answer: string
  readonly count: number
  /** So many different answers the question has. */
  readonly different: number
}

const IS_SOLD = sqlTicketHas('isSold')
const ITEM_IS_SOLD = `item.status in (${quoted(ticketsWith('isSold'))})`

/** How often each answer was given to the questions of an event: the most frequent of each question. */
export function countAnswers(db: Queryable, eventId: number, most: number): Promise<AnswerCount[]> {
  return db.query(ANSWERS, [eventId, most])
}

const ANSWERS = statement<AnswerCount>(
  'attendees-answers',
  `with given as (
     select field_id, value from ticket join field_value on ticket_id = ticket.id where event_id = $1 and ${IS_SOLD}
     union all
     select field_id, value from additional_service as service
       join additional_service_item as item on item.service_id = service.id and ${ITEM_IS_SOLD}
       join field_value on item_id = item.id
     where service.event_id = $1
   ), counted as (
     select field_id, answer, count(*)::int as count
     from given cross join lateral jsonb_array_elements_text(
       case when value like '[%' then value::jsonb else jsonb_build_array(value) end) as answer
     group by field_id, answer
   ), ranked as (
     select *, row_number() over (partition by field_id order by count desc, answer) as rank,
       count(*) over (partition by field_id)::int as different
     from counted
   )
   select field_id as "fieldId", answer, count, different from ranked where rank <= $2 order by field_id, rank`,
)

export type QuestionCount = { readonly fieldId: number; readonly asked: number; readonly answered: number }

/** How many each question of an event was put to, and how many of them have answered. */
export function countQuestions(db: Queryable, eventId: number): Promise<QuestionCount[]> {
  return db.query(ASKED, [eventId])
}

const ASKED = statement<QuestionCount>(
  'attendees-asked',
  `select field.id as "fieldId", count(*)::int as asked, count(value.id)::int as answered
   from additional_field as field
     join ticket on ticket.event_id = $1 and ${IS_SOLD}
       and (field.categories = '{}' or ticket.category_id = any (field.categories))
     left join field_value as value on value.field_id = field.id and value.ticket_id = ticket.id
   where field.purchase_context_id = $1 and field.service_id is null group by field.id
   union all
   select field.id, count(*)::int, count(value.id)::int
   from additional_field as field
     join additional_service_item as item on item.service_id = field.service_id and ${ITEM_IS_SOLD}
     left join field_value as value on value.field_id = field.id and value.item_id = item.id
   where field.purchase_context_id = $1 group by field.id`,
)
