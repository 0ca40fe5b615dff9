import type { Instant } from '#domain/instant.ts'
import type { PaymentProxy } from '#domain/payment/payment-method.ts'
import { type Queryable, statement } from '#server/database/database.ts'
import { reservationHas } from '#server/database/status-sql.ts'

/** By the short name, or by the number. */
export type WhichEvent = { readonly shortName: string } | { readonly eventId: number }

export async function ownerOfEvent(on: Queryable, which: WhichEvent) {
  return on.kysely
    .selectFrom('event')
    .innerJoin('purchase_context as context', 'context.id', 'event.id')
    .select(['event.id', 'context.organization_id as organizationId'])
    .where(builder =>
      'eventId' in which ? builder('event.id', '=', which.eventId) : builder('event.short_name', '=', which.shortName),
    )
    .executeTakeFirst()
}

/** An event with what has become of its seats. */
export type CountedEvent = {
  readonly id: number
  readonly shortName: string
  readonly title: Record<string, string>
  readonly languages: readonly string[]
  readonly organizationId: number
  readonly status: 'DRAFT' | 'PUBLIC' | 'DISABLED'
  readonly fileDigest: string | null
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly timeZone: string
  readonly proxies: PaymentProxy[]
  readonly seats: number
  readonly free: number
  readonly freeInPool: number
  readonly sold: number
  readonly checkedIn: number
  readonly pending: number
  readonly released: number
  readonly sellsFromPool: boolean
  readonly hasStuckOrders: boolean
}

const EVENTS = statement<CountedEvent>(
  'check-in-events',
  `select event.id, short_name as "shortName", title, languages, organization_id as "organizationId", context.status,
     file_digest as "fileDigest", starts_at as "startsAt", ends_at as "endsAt", time_zone as "timeZone",
     payment_proxies as proxies, seats,
     coalesce(free, 0) as free, coalesce("freeInPool", 0) as "freeInPool", coalesce(sold, 0) as sold,
     coalesce("checkedIn", 0) as "checkedIn", coalesce(pending, 0) as pending, coalesce(released, 0) as released,
     exists (select from ticket_category where event_id = event.id and not bounded) as "sellsFromPool",
     exists (select from reservation where purchase_context_id = event.id and ${reservationHas('needsOrganiser')})
       as "hasStuckOrders"
   from event join purchase_context as context on context.id = event.id
   left join lateral (
     select count(*) filter (where status = 'FREE')::int as free,
       count(*) filter (where status = 'FREE' and category_id is null)::int as "freeInPool",
       count(*) filter (where status in ('ACQUIRED', 'TO_BE_PAID'))::int as sold,
       count(*) filter (where status = 'CHECKED_IN')::int as "checkedIn",
       count(*) filter (where status = 'PENDING')::int as pending,
       count(*) filter (where status = 'RELEASED')::int as released
     from ticket where event_id = event.id
   ) as counts on true
   where organization_id = $1 order by starts_at, event.id`,
)

/** The events of an organisation by their begin. */
export async function eventsOfOrganization(on: Queryable, organizationId: number): Promise<CountedEvent[]> {
  return on.query(EVENTS, [organizationId])
}

const STATISTICS = statement<{ expected: number; checkedIn: number }>(
  'check-in-statistics',
  `select count(*)::int as expected, count(*) filter (where status = 'CHECKED_IN')::int as "checkedIn"
   from ticket where event_id = $1 and status in ('TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN')
     and ($2::int[] is null or category_id = any ($2))`,
)

/** How many are expected and have come, in these categories or in all. */
export async function countComers(
  on: Queryable,
  eventId: number,
  categoryIds: readonly number[] | undefined,
): Promise<{ expected: number; checkedIn: number }> {
  const [counts] = await on.query(STATISTICS, [eventId, categoryIds ?? null])
  return counts ?? { expected: 0, checkedIn: 0 }
}
