import type { Queryable } from '#server/foundation/database/database.ts'
import { Refusal } from './command.ts'

/** The organisation with this slug, name or id. */
export async function findOrganizationId(db: Queryable, text: string): Promise<number> {
  const found = await db.kysely
    .selectFrom('organization')
    .select('id')
    .where(row => row.or([row('slug', '=', text), row('name', '=', text), row('id', '=', idIn(text))]))
    .execute()
  const [only] = found
  if (only === undefined || found.length > 1) throw new Refusal(`There is no organisation "${text}".`)
  return only.id
}

/** The event with this short name or id. */
export async function findEvent(db: Queryable, text: string): Promise<{ id: number; shortName: string }> {
  const found = await db.kysely
    .selectFrom('event')
    .select(['id', 'short_name as shortName'])
    .where(row => row.or([row('short_name', '=', text), row('id', '=', idIn(text))]))
    .execute()
  const [only] = found
  if (only === undefined || found.length > 1) throw new Refusal(`There is no event "${text}".`)
  return only
}

/** The first language of an event, which its organiser reads. */
export async function firstLanguage(db: Queryable, eventId: number): Promise<string> {
  const { languages } = await db.kysely
    .selectFrom('purchase_context')
    .select('languages')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  return languages[0] ?? 'en'
}

export const findEventId = async (db: Queryable, text: string): Promise<number> => (await findEvent(db, text)).id

export async function findCategoryId(db: Queryable, text: string): Promise<number> {
  const found = await db.kysely
    .selectFrom('ticket_category')
    .select('id')
    .where('id', '=', idIn(text))
    .executeTakeFirst()
  if (found === undefined) throw new Refusal(`There is no category "${text}".`)
  return found.id
}

/** Ids begin at 1, so 0 finds nothing. */
function idIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
