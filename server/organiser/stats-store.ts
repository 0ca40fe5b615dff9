import type { Queryable } from '#server/database/database.ts'

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

export async function hasAnyEvent(db: Queryable): Promise<boolean> {
  return (await db.kysely.selectFrom('event').select('id').limit(1).executeTakeFirst()) !== undefined
}
