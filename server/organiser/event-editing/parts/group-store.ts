import { sql } from 'kysely'
import type { GroupDraft, GroupLinkDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

export type StoredGroup = { readonly id: number; readonly name: string }

export async function loadGroups(db: Queryable, organizationId: number): Promise<StoredGroup[]> {
  return db.kysely
    .selectFrom('attendee_group')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .execute()
}

/** The addresses in these groups, in order: so many of each at most, and one more. */
export async function loadMembers(
  db: Queryable,
  groupIds: readonly number[],
  most: number,
): Promise<{ readonly groupId: number; readonly value: string }[]> {
  if (groupIds.length === 0) return []
  const { rows } = await sql<{ groupId: number; value: string }>`
    select group_id as "groupId", value from (
      select group_id, value, row_number() over (partition by group_id order by value) as place
      from attendee_group_member where group_id = any (${[...groupIds]}::int[])
    ) as member where place <= ${most + 1} order by group_id, place`.execute(db.kysely)
  return rows
}

/** Stores the group of this name; its members are then exactly these. */
export async function putGroup(db: Queryable, organizationId: number, { name, members }: GroupDraft): Promise<void> {
  const { id } = await db.kysely
    .insertInto('attendee_group')
    .values({ organization_id: organizationId, name })
    .onConflict(conflict => conflict.columns(['organization_id', 'name']).doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  // One parameter, however many there are: PostgreSQL takes 65,535 at most.
  const values = [...members]
  await sql`delete from attendee_group_member where group_id = ${id} and value <> all(${values}::text[])`.execute(
    db.kysely,
  )
  await sql`
    insert into attendee_group_member (group_id, value) select ${id}, unnest(${values}::text[])
    on conflict (group_id, value) do nothing`.execute(db.kysely)
}

export type StoredLink = GroupLinkDraft & { readonly categoryId: number | null }

/** Who may buy what of an event; `categoryId` is null where the link is the event's. */
export async function loadGroupLinks(db: Queryable, eventId: number): Promise<StoredLink[]> {
  const rows = await db.kysely.selectFrom('attendee_group_link').selectAll().where('event_id', '=', eventId).execute()
  return rows.map(row => ({
    categoryId: row.category_id,
    group: row.group_id,
    type: row.type,
    matchType: row.match_type,
    maxAllocation: row.max_allocation,
  }))
}

type Place = { readonly eventId: number; readonly categoryId: number | null }

/** Stores the link of an event or category, or takes it away. Places taken under another group are given up. */
export async function putGroupLink(
  db: Queryable,
  { eventId, categoryId }: Place,
  link: (GroupLinkDraft & { readonly group: number }) | null,
): Promise<void> {
  await db.kysely
    .deleteFrom('attendee_group_link')
    .where('event_id', '=', eventId)
    .where('category_id', 'is not distinct from', categoryId)
    .$if(link !== null, query => query.where('group_id', '!=', link?.group ?? 0))
    .execute()
  if (link === null) return
  const rule = { type: link.type, match_type: link.matchType, max_allocation: link.maxAllocation }
  await db.kysely
    .insertInto('attendee_group_link')
    .values({ event_id: eventId, category_id: categoryId, group_id: link.group, ...rule })
    .onConflict(conflict => conflict.columns(['event_id', 'category_id']).doUpdateSet(rule))
    .execute()
}
