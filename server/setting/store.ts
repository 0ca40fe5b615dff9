import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'
import type { SettingLevel, SettingOwner } from './registry.ts'

/** A setting as it is stored; `categoryId` only at the category level. */
export type StoredSetting = {
  readonly key: string
  readonly value: string
  readonly level: SettingLevel
  readonly categoryId: number | null
}

/** Everything stated for the shop, the organisation, the context and the categories of the context. */
export async function readContextSettings(db: Queryable, contextId: number): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`
    select key, value, category_id as "categoryId",
      case when category_id is not null then 'category'
           when purchase_context_id is not null then 'context'
           when organization_id is not null then 'organization'
           else 'system' end as level
    from setting
    where num_nonnulls(organization_id, purchase_context_id, category_id) = 0
      or organization_id = (select organization_id from purchase_context where id = ${contextId})
      or purchase_context_id = ${contextId}
      or category_id in (select id from ticket_category where event_id = ${contextId})`.execute(db.kysely)
  return rows
}

export async function readOrganizationSettings(db: Queryable, organizationId: number): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`
    select key, value, null::integer as "categoryId",
      case when organization_id is not null then 'organization' else 'system' end as level
    from setting
    where num_nonnulls(organization_id, purchase_context_id, category_id) = 0
      or organization_id = ${organizationId}`.execute(db.kysely)
  return rows
}

export async function readSystemSettings(db: Queryable): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`
    select key, value, null::integer as "categoryId", 'system' as level
    from setting
    where num_nonnulls(organization_id, purchase_context_id, category_id) = 0`.execute(db.kysely)
  return rows
}

/** States a setting, or states it anew. The caller has checked key, level and value. */
export async function putSetting(db: Queryable, owner: SettingOwner, key: string, value: string): Promise<void> {
  await sql`
    insert into setting (key, value, organization_id, purchase_context_id, category_id)
    values (${key}, ${value}, ${owner.level === 'organization' ? owner.organizationId : null},
      ${owner.level === 'context' ? owner.contextId : null}, ${owner.level === 'category' ? owner.categoryId : null})
    on conflict (key, organization_id, purchase_context_id, category_id) do update set value = excluded.value`.execute(
    db.kysely,
  )
}
