import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Links to events with names of their own. */

export type StoredLink = { readonly id: number; readonly name: string; readonly code: string | null }

const COLUMNS = ['id', 'name', 'code'] as const

/** The latest first. */
export function linksOf(db: Queryable, eventId: number): Promise<StoredLink[]> {
  return db.kysely
    .selectFrom('event_link')
    .select(COLUMNS)
    .where('event_id', '=', eventId)
    .orderBy('id', 'desc')
    .execute()
}

/** The link of this name to the event of this short name; undefined for none. */
export function findLink(db: Queryable, shortName: string, name: string): Promise<StoredLink | undefined> {
  return db.kysely
    .selectFrom('event_link')
    .innerJoin('event', 'event.id', 'event_id')
    .select(['event_link.id', 'name', 'code'])
    .where('short_name', '=', shortName)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Links of an event are made one after the other until the transaction ends. */
export async function lockLinksOf(tx: Tx, eventId: number): Promise<void> {
  await tx.kysely.selectFrom('event').select('id').where('id', '=', eventId).forNoKeyUpdate().execute()
}

export async function insertLink(
  tx: Tx,
  link: { readonly eventId: number; readonly name: string; readonly code: string | null; readonly now: Instant },
): Promise<StoredLink> {
  const { eventId, name, code, now } = link
  return tx.kysely
    .insertInto('event_link')
    .values({ event_id: eventId, name, code, created_at: timestamp(now) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** A link of the event, locked until the transaction ends; undefined where there is none. */
export function lockLink(tx: Tx, eventId: number, id: number): Promise<StoredLink | undefined> {
  return tx.kysely
    .selectFrom('event_link')
    .select(COLUMNS)
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setLinkCode(tx: Tx, id: number, code: string | null): Promise<void> {
  await tx.kysely.updateTable('event_link').set({ code }).where('id', '=', id).execute()
}

/** Undefined where there is none. */
export function deleteLink(tx: Tx, eventId: number, id: number): Promise<StoredLink | undefined> {
  return tx.kysely
    .deleteFrom('event_link')
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** Codes that can be typed on the page of an event: its own, and those of its whole organisation. */
export async function codesOfEvent(
  db: Queryable,
  { id, organizationId }: { readonly id: number; readonly organizationId: number },
): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('promo_code')
    .select('code')
    .where('organization_id', '=', organizationId)
    .where(({ or, eb }) => or([eb('event_id', '=', id), eb('event_id', 'is', null)]))
    .orderBy('code')
    .limit(500)
    .execute()
  return rows.map(({ code }) => code)
}
