import type { Database } from '#server/foundation/database/database.ts'

export type GroupToLink = {
  readonly members: readonly string[]
  /** Null: the whole event. */
  readonly category?: string | null
  readonly type?: 'ONCE_PER_VALUE' | 'LIMITED_QUANTITY' | 'UNLIMITED'
  readonly match?: 'FULL' | 'EMAIL_DOMAIN'
  readonly maximum?: number
}

/** Makes an event, or one of its categories, for the members of a new group only. */
export async function linkGroup(
  db: Database,
  shortName: string,
  { members, category = null, type = 'ONCE_PER_VALUE', match = 'FULL', maximum }: GroupToLink,
): Promise<void> {
  const event = await db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
    .select(['event.id', 'organization_id'])
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  const { id } = await db.kysely
    .insertInto('attendee_group')
    .values({ organization_id: event.organization_id, name: `${shortName} ${category}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const value of members)
    await db.kysely.insertInto('attendee_group_member').values({ group_id: id, value }).execute()
  await db.kysely
    .insertInto('attendee_group_link')
    .values({
      group_id: id,
      event_id: event.id,
      category_id: category === null ? null : await categoryNamed(db, event.id, category),
      type,
      match_type: match,
      max_allocation: maximum ?? null,
    })
    .execute()
}

async function categoryNamed(db: Database, eventId: number, name: string): Promise<number> {
  const { id } = await db.kysely
    .selectFrom('ticket_category')
    .select('id')
    .where('event_id', '=', eventId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}
