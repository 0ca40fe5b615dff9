import { sql } from 'kysely'
import type { Queryable } from '#server/foundation/database/database.ts'

/** Who states a text, from the least to the most specific. */
export const OVERRIDE_LEVELS = ['system', 'organization', 'context'] as const

/** A text in place of the shop's own, as it is stored. */
export type StoredOverride = {
  readonly level: (typeof OVERRIDE_LEVELS)[number]
  readonly language: string
  readonly key: string
  readonly value: string
}

/** Everything stated for the shop, for the organisation of an event or pass, and for itself. */
export async function readContextOverrides(db: Queryable, contextId: number): Promise<StoredOverride[]> {
  const { rows } = await sql<StoredOverride>`
    select language, key, value,
      case when purchase_context_id is not null then 'context'
           when organization_id is not null then 'organization'
           else 'system' end as level
    from text_override
    where num_nonnulls(organization_id, purchase_context_id) = 0
      or organization_id = (select organization_id from purchase_context where id = ${contextId})
      or purchase_context_id = ${contextId}`.execute(db.kysely)
  return rows
}

/** Everything stated for the shop and an organisation. */
export async function readOrganizationOverrides(db: Queryable, organizationId: number): Promise<StoredOverride[]> {
  const { rows } = await sql<StoredOverride>`
    select language, key, value, case when organization_id is null then 'system' else 'organization' end as level
    from text_override
    where num_nonnulls(organization_id, purchase_context_id) = 0
      or organization_id = ${organizationId}`.execute(db.kysely)
  return rows
}

export async function readSystemOverrides(db: Queryable): Promise<StoredOverride[]> {
  const { rows } = await sql<StoredOverride>`
    select language, key, value, 'system' as level
    from text_override
    where num_nonnulls(organization_id, purchase_context_id) = 0`.execute(db.kysely)
  return rows
}
