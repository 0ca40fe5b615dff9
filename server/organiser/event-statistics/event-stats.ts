import type { CategoryStats, EventStats, PromoCodeStats, ServiceStats } from '#contract/organiser.ts'
import { type SeatCounts, sumOfSeats } from '#domain/catalog/catalog/seat-counts.ts'
import { type Currency, NO_CURRENCY, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import type { TicketTrait } from '#domain/ticket/ticket/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, type Statement, statement } from '#server/foundation/database/database.ts'
import { reservationHas, sqlTicketHas } from '#server/foundation/database/status-sql.ts'

/** The events of an organisation with what has become of their seats, the latest first. */
export async function listEvents({ db }: Pick<Shop, 'db'>, organizationId: number): Promise<EventStats[]> {
  return statsOf(db, await eventsOf(db, { organizationId }))
}

/** One event with what has become of its seats; undefined when there is none of this id. */
export async function eventStats({ db }: Pick<Shop, 'db'>, eventId: number): Promise<EventStats | undefined> {
  const [stats] = await statsOf(db, await eventsOf(db, { eventId }))
  return stats
}

async function statsOf(db: Queryable, events: readonly EventRow[]): Promise<EventStats[]> {
  const ids = events.map(({ id }) => id)
  const categories = await categoriesOf(db, ids)
  const seats = await countSeats(db, ids)
  const services = await servicesOf(db, ids)
  const codes = await codesOf(db, ids)
  return events.map(({ id, ...event }) => ({
    ...event,
    ...countersOf(sumOfSeats(seats.filter(row => row.eventId === id))),
    ticketCategories: categories
      .filter(category => category.eventId === id)
      .map(category =>
        presentCategory(category, event, sumOfSeats(seats.filter(row => row.categoryId === category.id))),
      ),
    additionalServices: services.filter(({ eventId }) => eventId === id).map(withoutEvent),
    promoCodes: codes.filter(({ eventId }) => eventId === id).map(withoutEvent),
  }))
}

function withoutEvent<Row extends { readonly eventId: number }>(row: Row): Omit<Row, 'eventId'> {
  const { eventId: _, ...rest } = row
  return rest
}

function presentCategory(category: CategoryRow, event: { currency: string | null }, seats: SeatCounts): CategoryStats {
  const { eventId: _, price, ...rest } = category
  return { ...rest, price: printed(minor(price), currencyOf(event.currency)), ...countersOf(seats) }
}

/** Where nothing costs anything there may be no currency: amounts are then printed with two decimals. */
const currencyOf = (code: string | null): Currency => writtenCurrency(code) ?? NO_CURRENCY

const countersOf = ({ free, sold, checkedIn, pending, released }: SeatCounts) => ({
  notSoldTickets: free,
  soldTickets: sold,
  checkedInTickets: checkedIn,
  pendingTickets: pending,
  releasedTickets: released,
})

export type EventRow = Awaited<ReturnType<typeof eventsOf>>[number]
export type CategoryRow = Awaited<ReturnType<typeof categoriesOf>>[number]

type Which = { readonly organizationId: number } | { readonly eventId: number }

/** The events of an organisation, or one event. */
export async function eventsOf(db: Queryable, which: Which) {
  const rows = await db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context as context', 'context.id', 'event.id')
    .select([
      'event.id',
      'event.short_name as shortName',
      'context.title',
      'context.status',
      'context.organization_id as organizationId',
      'context.currency',
      'event.seats as availableSeats',
    ])
    .where(builder =>
      'eventId' in which
        ? builder('event.id', '=', which.eventId)
        : builder('context.organization_id', '=', which.organizationId),
    )
    .orderBy('event.starts_at', 'desc')
    .orderBy('event.id')
    .execute()
  return rows.map(({ title, ...row }) => ({
    ...row,
    displayName: Object.values(title as Record<string, string>)[0] ?? '',
  }))
}

export async function categoriesOf(db: Queryable, eventIds: readonly number[]) {
  if (eventIds.length === 0) return []
  return db.kysely
    .selectFrom('ticket_category')
    .select([
      'event_id as eventId',
      'id',
      'name',
      'access_type as ticketAccessType',
      'bounded',
      'max_tickets as maxTickets',
      'access_restricted as accessRestricted',
      'price',
    ])
    .where('event_id', 'in', eventIds)
    .orderBy('ordinal')
    .orderBy('id')
    .execute()
}

type ServiceRow = Omit<ServiceStats, 'title'> & { eventId: number; title: Record<string, string> }

const SERVICES: Statement<ServiceRow> = statement(
  'organiser-service-stats',
  `select event_id as "eventId", service.id, title, type, supplement_policy as "supplementPolicy",
     coalesce(available_quantity, -1) as "availableQuantity",
     count(*) filter (where item.status in ('ACQUIRED', 'TO_BE_PAID', 'CHECKED_IN'))::int as "soldItems",
     count(*) filter (where item.status = 'PENDING')::int as "pendingItems"
   from additional_service service left join additional_service_item item on item.service_id = service.id
   where event_id = any ($1) group by service.id order by service.ordinal, service.id`,
)

/** The extras of events with what has become of their units, in the organiser's order. */
export async function servicesOf(db: Queryable, eventIds: readonly number[]) {
  const rows = await db.query(SERVICES, [eventIds])
  return rows.map(({ title, ...row }) => ({ ...row, title: Object.values(title)[0] ?? '' }))
}

/** A held seat of an order that does not lapse any more, such as one awaiting its bank transfer, is confirmed. */
const CODES: Statement<PromoCodeStats & { eventId: number }> = statement(
  'organiser-code-stats',
  `select code.event_id as "eventId", code as "promoCode", code_type as "codeType", max_usage as "maxUsage",
     count(ticket.id) filter (where not ${reservationHas('mayLapse')})::int as "confirmedTickets",
     count(ticket.id) filter (where ${reservationHas('mayLapse')})::int as "pendingTickets"
   from promo_code code
   left join reservation on reservation.promo_code_id = code.id
   left join ticket on ticket.reservation_id = reservation.id
     and (code.categories = '{}' or ticket.category_id = any (code.categories))
     and (code.hidden_category_id is null or ticket.category_id = code.hidden_category_id)
   where code.event_id = any ($1) group by code.id order by code.id`,
)

/** The codes of events with how often they have been used. */
export async function codesOf(db: Queryable, eventIds: readonly number[]) {
  return db.query(CODES, [eventIds])
}

type CountRow = SeatCounts & { eventId: number; categoryId: number | null }

const sumOf = (...traits: readonly TicketTrait[]): string =>
  `coalesce(sum(seats) filter (where ${sqlTicketHas(...traits)}), 0)::int`

/** Free seats and all others apart: each are counted by an index of theirs, and those that are sold by it alone. */
const COUNTS: Statement<CountRow> = statement(
  'organiser-seat-counts',
  `select event_id as "eventId", category_id as "categoryId",
     ${sumOf('isFree', 'isSetAside')} as free, ${sumOf('canCheckIn')} as sold, ${sumOf('isCheckedIn')} as "checkedIn",
     ${sumOf('isHeld', 'isBlocked')} as pending, ${sumOf('isReleased')} as released
   from (
     select event_id, category_id, status, count(*) as seats from ticket
     where event_id = any ($1) and not ${sqlTicketHas('isFree')} group by event_id, category_id, status
     union all
     select event_id, category_id, status, count(*) from ticket
     where event_id = any ($1) and ${sqlTicketHas('isFree')} group by event_id, category_id, status
   ) as ticket group by event_id, category_id`,
)

/** What has become of the seats, by event and category; the pool is under null. */
export async function countSeats(db: Queryable, eventIds: readonly number[]): Promise<CountRow[]> {
  return db.query(COUNTS, [eventIds])
}
