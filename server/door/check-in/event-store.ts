import type { Instant } from '#domain/foundation/instant.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

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

/** An event as scanning apps list it. */
export type EventOfDoor = {
  readonly shortName: string
  readonly title: Record<string, string>
  readonly languages: readonly [string, ...string[]]
  readonly description: Record<string, string>
  readonly shortDescription: Record<string, string>
  readonly format: 'IN_PERSON' | 'ONLINE' | 'HYBRID'
  readonly location: string | null
  readonly latitude: string | null
  readonly longitude: string | null
  readonly fileDigest: string | null
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly timeZone: string
}

const EVENTS = statement<EventOfDoor>(
  'check-in-events',
  `select short_name as "shortName", title, languages, description, short_description as "shortDescription", format,
     location, latitude, longitude, file_digest as "fileDigest", starts_at as "startsAt", ends_at as "endsAt",
     time_zone as "timeZone"
   from event join purchase_context as context on context.id = event.id
   where organization_id = $1 and ends_at >= $2 order by starts_at, event.id`,
)

/** The events of an organisation that have not ended before a moment, by their begin. */
export async function eventsOfOrganization(
  on: Queryable,
  { organizationId, endingFrom }: { readonly organizationId: number; readonly endingFrom: Instant },
): Promise<EventOfDoor[]> {
  return on.query(EVENTS, [organizationId, timestamp(endingFrom)])
}

const STATISTICS = statement<{ expected: number; checkedIn: number }>(
  'check-in-statistics',
  `select count(*)::int as expected, count(*) filter (where ${sqlTicketHas('isCheckedIn')})::int as "checkedIn"
   from ticket where event_id = $1 and ${sqlTicketHas('isSold')}
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
