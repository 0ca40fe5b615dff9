import type { Reach } from '#domain/access/principal/principal.ts'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { isInReach, reachValues } from '#server/foundation/database/reach-sql.ts'
import { reservationHas, sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { OfContext } from './need-store.ts'

/** So many of the events to come are on the first page; the others are in the list of events. */
const SHOWN_EVENTS = 8

const OF_CONTEXT = { organization: 'context.organization_id', context: 'context.id' }

export type ComingRow = OfContext & {
  readonly status: 'DRAFT' | 'PUBLIC'
  readonly organizationId: number
  readonly organization: string
  readonly startsAt: Instant
  readonly timeZone: string
  readonly place: string | null
  readonly capacity: number
  readonly count: number
}

/** Events that have not ended, the next first, each with how many there are in all. */
export function comingEvents(db: Queryable, reach: Reach, now: Instant): Promise<ComingRow[]> {
  return db.query(COMING, [timestamp(now), ...reachValues(reach)])
}

const COMING = statement<ComingRow>(
  'home-coming',
  `select context.id as "contextId", context.kind, short_name as slug, title, context.status,
     context.organization_id as "organizationId", organization.name as organization, starts_at as "startsAt",
     time_zone as "timeZone", location as place, seats as capacity, count(*) over ()::int as count
   from event join purchase_context as context on context.id = event.id
     join organization on organization.id = context.organization_id
   where ends_at > $1 and context.status <> 'DISABLED' and cancelled_at is null and ${isInReach(2, OF_CONTEXT)}
   order by starts_at, event.id limit ${SHOWN_EVENTS}`,
)

export type Figures = {
  readonly id: number
  readonly sold: number
  readonly held: number
  readonly soldInWeek: number
  readonly waiting: number
}

/** What has become of the seats of these events, and who waits for one. */
export function figuresOf(db: Queryable, ids: readonly number[], now: Instant): Promise<Figures[]> {
  return db.query(FIGURES, [ids, timestamp(after(now, -days(7)))])
}

const SOLD = sqlTicketHas('canCheckIn', 'isCheckedIn')
const HELD = sqlTicketHas('isHeld', 'isBlocked')

/** Seats are counted by their index alone; of orders, those of the week are read, and no earlier ones. */
const FIGURES = statement<Figures>(
  'home-figures',
  `with seats as (
     select event_id, sum(seats) filter (where ${SOLD})::int as sold, sum(seats) filter (where ${HELD})::int as held
     from (select event_id, status, count(*) as seats from ticket
       where event_id = any ($1) and not ${sqlTicketHas('isFree')} group by event_id, status) as ticket
     group by event_id
   ), week as (
     select event_id, count(*)::int as sold from reservation join ticket on reservation_id = reservation.id
     where confirmed_at >= $2 and purchase_context_id = any ($1) and event_id = any ($1) and ${SOLD} group by event_id
   ), list as (
     select event_id, sum(quantity)::int as waiting from waiting_list_entry as entry
     where event_id = any ($1) and entry.status = 'WAITING' group by event_id
   )
   select shown.id, coalesce(seats.sold, 0) as sold, coalesce(held, 0) as held, coalesce(week.sold, 0) as "soldInWeek",
     coalesce(waiting, 0) as waiting
   from unnest($1::integer[]) as shown (id)
     left join seats on seats.event_id = shown.id left join week on week.event_id = shown.id
     left join list on list.event_id = shown.id`,
)

export type MoneyRow = { readonly id: number; readonly currency: string; readonly amount: bigint }

/** What the confirmed orders of these events cost, by currency. */
export function moneyOf(db: Queryable, ids: readonly number[]): Promise<MoneyRow[]> {
  return db.query(MONEY, [ids])
}

const MONEY = statement<MoneyRow>(
  'home-money-of-events',
  `select purchase_context_id as id, currency, sum(final_price)::bigint as amount from reservation
   where purchase_context_id = any ($1) and ${reservationHas('isComplete')} and final_price > 0 and currency is not null
   group by purchase_context_id, currency order by amount desc`,
)

export type SaleRow = {
  readonly id: number
  readonly name: string
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** The categories of these events whose sale has yet to begin or to end. */
export function salesOf(db: Queryable, ids: readonly number[], now: Instant): Promise<SaleRow[]> {
  return db.query(CATEGORIES, [ids, timestamp(now)])
}

const CATEGORIES = statement<SaleRow>(
  'home-sales',
  `select event_id as id, name, inception as "startsAt", expiration as "endsAt" from ticket_category
   where event_id = any ($1) and expiration > $2 order by event_id, inception, ticket_category.id`,
)

export type EndedRow = OfContext & { readonly organizationId: number; readonly endsAt: Instant }

/** Events that have ended and whose orders still name people. */
export function keptEvents(db: Queryable, reach: Reach, now: Instant): Promise<EndedRow[]> {
  return db.query(KEPT, [timestamp(now), ...reachValues(reach)])
}

const KEPT = statement<EndedRow>(
  'home-kept',
  `select context.id as "contextId", context.kind, short_name as slug, title,
     context.organization_id as "organizationId", ends_at as "endsAt"
   from event join purchase_context as context on context.id = event.id
   where ends_at <= $1 and ${isInReach(2, OF_CONTEXT)}
     and exists (select from reservation where purchase_context_id = event.id and erased_at is null)
   order by ends_at`,
)

export type DayRow = {
  readonly currency: string
  /** 0 is today. */
  readonly daysAgo: number
  readonly amount: bigint
  readonly orders: number
}

type Weeks = { readonly reach: Reach; readonly now: Instant; readonly timeZone: string }

/** What was confirmed on each of 28 days, by currency; today is the last, by the calendar of the zone. */
export function confirmedDays(db: Queryable, { reach, now, timeZone }: Weeks): Promise<DayRow[]> {
  return db.query(DAYS, [timestamp(now), timeZone, ...reachValues(reach)])
}

/** A day more than 28 is read, because the first one is a whole day in its zone. */
const DAYS = statement<DayRow>(
  'home-days',
  `select reservation.currency, ($1::timestamptz at time zone $2)::date - (confirmed_at at time zone $2)::date as "daysAgo",
     sum(final_price)::bigint as amount, count(*)::int as orders
   from reservation join purchase_context as context on context.id = purchase_context_id
   where confirmed_at > $1::timestamptz - interval '29 days' and confirmed_at <= $1 and ${reservationHas('isComplete')}
     and final_price > 0 and reservation.currency is not null and ${isInReach(3, OF_CONTEXT)}
   group by 1, 2`,
)

export type ShopFacts = { readonly hasEvent: boolean; readonly hasAnyEvent: boolean; readonly hasSample: boolean }

/** Is there an event in the reach of the caller, in the shop at all, and does the shop show its sample? */
export async function shopFacts(db: Queryable, reach: Reach): Promise<ShopFacts> {
  const [row] = await db.query(FACTS, reachValues(reach))
  return row ?? { hasEvent: false, hasAnyEvent: false, hasSample: false }
}

const FACTS = statement<ShopFacts>(
  'home-facts',
  `select exists (select from purchase_context as context where kind = 'EVENT' and ${isInReach(1, OF_CONTEXT)}) as "hasEvent",
     exists (select from event) as "hasAnyEvent", exists (select from sample_context) as "hasSample"`,
)
