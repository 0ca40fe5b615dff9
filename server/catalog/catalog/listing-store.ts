import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Database } from '#server/foundation/database/database.ts'

/** When the published data of these events and passes was last changed, by their ids. */
export async function loadChangeTimes(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Instant>> {
  if (ids.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('purchase_context')
    .select(['id', 'updated_at'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, updated_at }) => [id, instant(updated_at)]))
}

/** The name of the organisation with this slug. */
export async function findOrganizationName(db: Database, slug: string): Promise<string | undefined> {
  const row = await db.kysely.selectFrom('organization').select('name').where('slug', '=', slug).executeTakeFirst()
  return row?.name
}
