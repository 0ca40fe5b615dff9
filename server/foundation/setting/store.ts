import { sql } from 'kysely'
import type { Queryable } from '#server/foundation/database/database.ts'
import type { SettingOwner } from './registry.ts'
import { type SettingPlace, columnsOf, openedValue, placeOf, sealedValue } from './sealed-value.ts'

/** A setting as it is stored; null for a secret that can't be opened. */
export type StoredSetting = SettingPlace & { readonly value: string | null }

type Row = SettingPlace & { readonly value: string }

/** Everything stated for the shop, the organisation, the context and the categories of the context. */
export async function readContextSettings(db: Queryable, contextId: number): Promise<StoredSetting[]> {
  const { rows } = await sql<Row>`
    select key, value, null::integer as "ownerId", 'system' as level from setting where ${IS_OF_SHOP}
    union all
    select key, value, organization_id, 'organization' from setting
    where organization_id = (select organization_id from purchase_context where id = ${contextId})
    union all
    select key, value, purchase_context_id, 'context' from setting where purchase_context_id = ${contextId}
    union all
    select key, value, category_id, 'category' from setting
    where category_id = any (array(select id from ticket_category where event_id = ${contextId}))`.execute(db.kysely)
  return opened(db, rows)
}

/** As the index setting_of_shop says it: each level has one, so that nothing is read but what is stated for the place. */
const IS_OF_SHOP = sql`organization_id is null and purchase_context_id is null and category_id is null`

export async function readOrganizationSettings(db: Queryable, organizationId: number): Promise<StoredSetting[]> {
  const { rows } = await sql<Row>`
    select key, value, null::integer as "ownerId", 'system' as level from setting where ${IS_OF_SHOP}
    union all
    select key, value, organization_id, 'organization' from setting
    where organization_id = ${organizationId}`.execute(db.kysely)
  return opened(db, rows)
}

export async function readSystemSettings(db: Queryable): Promise<StoredSetting[]> {
  const { rows } = await sql<Row>`
    select key, value, null::integer as "ownerId", 'system' as level
    from setting where ${IS_OF_SHOP}`.execute(db.kysely)
  return opened(db, rows)
}

/** What is stated of some settings for the shop, and for these events, passes and their organisations; categories left out. */
export async function readSettingsOfMany(
  db: Queryable,
  { keys, contextIds }: { readonly keys: readonly string[]; readonly contextIds: readonly number[] },
): Promise<StoredSetting[]> {
  const { rows } = await sql<Row>`
    select key, value, null::integer as "ownerId", 'system' as level from setting
    where ${IS_OF_SHOP} and key = any (${keys})
    union all
    select key, value, organization_id, 'organization' from setting
    where key = any (${keys}) and organization_id = any (
      array(select organization_id from purchase_context where id = any (${contextIds}::integer[])))
    union all
    select key, value, purchase_context_id, 'context' from setting
    where key = any (${keys}) and purchase_context_id = any (${contextIds}::integer[])`.execute(db.kysely)
  return opened(db, rows)
}

function opened({ sealing }: Queryable, rows: readonly Row[]): StoredSetting[] {
  return rows.map(({ value, ...place }) => ({ ...place, value: openedValue(sealing, place, value) }))
}

/** Who states a setting, and what: the shop (both null), organisations, events and passes. */
export type Statement = {
  readonly organizationId: number | null
  readonly contextId: number | null
  readonly value: string
}

/** All statements of one setting; categories left out. */
export async function readStatements(db: Queryable, key: string): Promise<Statement[]> {
  const { rows } = await sql<Statement>`
    select organization_id as "organizationId", purchase_context_id as "contextId", value from setting
    where key = ${key} and category_id is null`.execute(db.kysely)
  return rows
}

/** States a setting, or states it anew; a secret is sealed. The caller has checked key, level and value. */
export async function putSetting(db: Queryable, owner: SettingOwner, key: string, value: string): Promise<void> {
  const { organizationId, contextId, categoryId } = columnsOf(owner)
  const stored = sealedValue(db.sealing, placeOf(owner, key), value)
  await sql`
    insert into setting (key, value, organization_id, purchase_context_id, category_id)
    values (${key}, ${stored}, ${organizationId}, ${contextId}, ${categoryId})
    on conflict (key, organization_id, purchase_context_id, category_id) do update set value = excluded.value`.execute(
    db.kysely,
  )
}
