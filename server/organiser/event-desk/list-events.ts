import { sql } from 'kysely'
import { type Principal, type Reach, may } from '#domain/access/principal/principal.ts'
import { type SeatCounts, sumOfSeats } from '#domain/catalog/catalog/seat-counts.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type LocalizedTexts, inLanguage } from '#domain/foundation/language/texts.ts'
import { writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { nextSaleChange, saleStateOf } from '#domain/organiser/event-desk/sale-state.ts'
import type { ListedDeskEvent } from '#contract/desk-event.ts'
import { type Queryable, type Statement, statement } from '#server/foundation/database/database.ts'
import { sqlPaymentHas, sqlRefundHas } from '#server/foundation/database/status-sql.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import { countSeats } from '#server/organiser/event-statistics/event-stats.ts'

/** Events on one page of the list. */
const PAGE = 50

export type EventQuery = {
  readonly reach: Reach
  readonly when: 'upcoming' | 'past' | 'all'
  /** This one alone, archived or not. */
  readonly eventId: number | undefined
  readonly search: string
  readonly organizationId: number | undefined
  readonly status: 'DRAFT' | 'PUBLIC' | 'ARCHIVED' | undefined
  /** The last event of the page before. */
  readonly after: Place | undefined
}

/** Where an event is in the list. */
export type Place = { readonly startsAt: Instant; readonly id: number }

export type EventPage = { readonly events: ListedDeskEvent[]; readonly next: Place | null }

/** A page of the events within reach, with what is sold of them; by four statements, however many there are. */
export async function listEvents(
  db: Queryable,
  query: EventQuery,
  { now, language, by }: { readonly now: Instant; readonly language: string; readonly by: Principal },
): Promise<EventPage> {
  const rows = await pageOf(db, query, now)
  const shown = rows.slice(0, PAGE)
  const ids = shown.map(({ id }) => id)
  const seats = await countSeats(db, ids)
  const sales = await db.query(SALES, [ids])
  const paid = shown.filter(({ id, organizationId }) => may(by, 'manage-orders', { organizationId, eventId: id }))
  const money = await moneyOf(
    db,
    paid.map(({ id }) => id),
  )
  const last = rows.length > PAGE ? shown.at(-1) : undefined
  return {
    events: shown.map(({ title, isArchived, cancelledAt, ...event }) => {
      const counts = seats.filter(({ eventId }) => eventId === event.id)
      const { sold, checkedIn, pending } = sumOfSeats(counts)
      const categories = sales
        .filter(({ eventId }) => eventId === event.id)
        .map(({ start, end, ...category }) => ({ onSale: { start, end }, free: freeOf(category, counts) }))
      return {
        ...event,
        title: inLanguage(title as LocalizedTexts, language),
        isArchived: Boolean(isArchived),
        isCancelled: cancelledAt !== null,
        sold: sold + checkedIn,
        held: pending,
        sale: saleStateOf(categories, now),
        saleChangesAt: nextSaleChange(categories, now),
        money: money
          .filter(({ eventId }) => eventId === event.id)
          .map(({ amount, currency }) => ({ amount, currency })),
      }
    }),
    next: last ? { startsAt: last.startsAt, id: last.id } : null,
  }
}

async function pageOf(db: Queryable, query: EventQuery, now: Instant) {
  const { reach, when, eventId, search, organizationId, status, after } = query
  const order = when === 'upcoming' ? 'asc' : 'desc'
  const beyond = when === 'upcoming' ? sql.raw('>') : sql.raw('<')
  const sought = `%${search.replaceAll(/[\\%_]/g, sign => `\\${sign}`)}%`
  return db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context as context', 'context.id', 'event.id')
    .innerJoin('organization', 'organization.id', 'context.organization_id')
    .select([
      'event.id',
      'event.short_name as shortName',
      'context.title',
      'context.status',
      'context.organization_id as organizationId',
      'organization.name as organizationName',
      'event.starts_at as startsAt',
      'event.ends_at as endsAt',
      'context.time_zone as timezone',
      'event.format',
      'event.location',
      'context.file_digest as imageId',
      'event.seats as capacity',
      'event.archived_at as isArchived',
      'event.cancelled_at as cancelledAt',
    ])
    .$if(when === 'upcoming', one => one.where('event.ends_at', '>', sqlInstant(now)))
    .$if(when === 'past', one => one.where('event.ends_at', '<=', sqlInstant(now)))
    .$if(organizationId !== undefined, one => one.where('context.organization_id', '=', organizationId ?? 0))
    .$if(eventId !== undefined, one => one.where('event.id', '=', eventId ?? 0))
    .$if(eventId === undefined, one => one.where('event.archived_at', status === 'ARCHIVED' ? 'is not' : 'is', null))
    .$if(status === 'DRAFT', one => one.where('context.status', '=', 'DRAFT'))
    .$if(status === 'PUBLIC', one => one.where('context.status', '=', 'PUBLIC'))
    .$if(reach !== 'everything', one => one.where(within(reach)))
    .$if(search !== '', one =>
      one.where(
        sql<boolean>`(context.title::text ilike ${sought} or event.short_name ilike ${sought} or event.location ilike ${sought})`,
      ),
    )
    .$if(after !== undefined, one =>
      one.where(
        sql<boolean>`(event.starts_at, event.id) ${beyond} (${timestamp(after?.startsAt ?? now)}::timestamptz, ${after?.id ?? 0})`,
      ),
    )
    .orderBy('event.starts_at', order)
    .orderBy('event.id', order)
    .limit(PAGE + 1)
    .execute()
}

function within(reach: Reach) {
  const { organizationIds, eventIds } = reach === 'everything' ? { organizationIds: [], eventIds: [] } : reach
  return sql<boolean>`(context.organization_id = any (${[...organizationIds]}::int[]) or event.id = any (${[...eventIds]}::int[]))`
}

type SaleRow = { id: number; eventId: number; bounded: boolean; start: Instant; end: Instant }

const SALES: Statement<SaleRow> = statement(
  'desk-sales-of-events',
  `select id, event_id as "eventId", bounded, inception as start, expiration as "end"
   from ticket_category where event_id = any ($1)`,
)

/** Seats of its own, or those that all categories without seats of their own share. */
function freeOf(
  { id, bounded }: Pick<SaleRow, 'id' | 'bounded'>,
  counts: readonly (SeatCounts & { readonly categoryId: number | null })[],
): number {
  return counts.find(({ categoryId }) => categoryId === (bounded ? id : null))?.free ?? 0
}

const MONEY: Statement<{ eventId: number; currency: string; amount: bigint }> = statement(
  'desk-money-of-events',
  `select purchase_context_id as "eventId", currency,
     (sum(amount) - sum(coalesce((select sum(refund.amount) from payment_refund as refund
       where refund.transaction_id = payment.id and ${sqlRefundHas('isRunning', 'refund.status')}), 0)))::bigint as amount
   from payment_transaction as payment
   where purchase_context_id = any ($1) and ${sqlPaymentHas('hasMoney', 'payment.status')}
   group by purchase_context_id, currency order by currency`,
)

/** What has come in for events, less what is refunded; an amount in each currency. */
export async function moneyOf(
  db: Queryable,
  eventIds: readonly number[],
): Promise<{ readonly eventId: number; readonly amount: string; readonly currency: string }[]> {
  const rows = await db.query(MONEY, [eventIds])
  return rows.flatMap(({ eventId, currency: code, amount }) => {
    const currency = writtenCurrency(code)
    return currency === null ? [] : [{ eventId, amount: printed(minor(amount), currency), currency }]
  })
}
