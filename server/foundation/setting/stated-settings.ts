import type { Queryable } from '#server/foundation/database/database.ts'
import type { SettingOwner } from './registry.ts'
import { columnsOf, openedValue, placeOf } from './sealed-value.ts'

/** What one owner states by itself, by key; null for a secret that can't be opened. */
export async function statedBy(db: Queryable, owner: SettingOwner): Promise<ReadonlyMap<string, string | null>> {
  const { organizationId, contextId, categoryId } = columnsOf(owner)
  const rows = await db.kysely
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)
    .where('category_id', 'is not distinct from', categoryId)
    .execute()
  return new Map(rows.map(({ key, value }) => [key, openedValue(db.sealing, placeOf(owner, key), value)]))
}

/** From now on the owner says nothing about a setting. */
export async function removeSetting(db: Queryable, owner: SettingOwner, key: string): Promise<void> {
  const { organizationId, contextId, categoryId } = columnsOf(owner)
  await db.kysely
    .deleteFrom('setting')
    .where('key', '=', key)
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)
    .where('category_id', 'is not distinct from', categoryId)
    .execute()
}
