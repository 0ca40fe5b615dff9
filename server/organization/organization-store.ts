import type { Organization } from '#contract/organiser.ts'
import type { Instant } from '#domain/instant.ts'
import type { OrganizationDraft } from '#domain/organiser/organization-draft.ts'
import type { Queryable } from '#server/database/database.ts'
import { timestamp } from '#server/database/types.ts'

const COLUMNS = ['id', 'name', 'email', 'description', 'external_id as externalId', 'slug'] as const

export async function listAllOrganizations(db: Queryable): Promise<Organization[]> {
  return db.kysely.selectFrom('organization').select(COLUMNS).orderBy('name').execute()
}

export async function findOrganization(db: Queryable, id: number): Promise<Organization | undefined> {
  return db.kysely.selectFrom('organization').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Until the transaction ends nobody else changes what the organisation has for all of its events: codes and groups. */
export async function lockOrganization(db: Queryable, id: number): Promise<void> {
  await db.kysely.selectFrom('organization').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Keeps everybody from the organisation, who opens an event too, until the transaction ends: for whoever deletes it. */
export async function lockOrganizationAgainstEvents(db: Queryable, id: number): Promise<void> {
  await db.kysely.selectFrom('organization').select('id').where('id', '=', id).forUpdate().execute()
}

/** An organisation other than `exceptId` that has this name or this slug. */
export async function findNamesake(
  db: Queryable,
  { name, slug }: Pick<OrganizationDraft, 'name' | 'slug'>,
  exceptId: number | null = null,
): Promise<Organization | undefined> {
  return db.kysely
    .selectFrom('organization')
    .select(COLUMNS)
    .where(builder => builder.or([builder('name', '=', name), builder('slug', '=', slug)]))
    .where('id', '!=', exceptId ?? 0)
    .orderBy('id')
    .executeTakeFirst()
}

export async function insertOrganization(db: Queryable, draft: OrganizationDraft, now: Instant): Promise<Organization> {
  return db.kysely
    .insertInto('organization')
    .values({ ...rowOf(draft), created_at: timestamp(now) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function changeOrganization(db: Queryable, id: number, draft: OrganizationDraft): Promise<Organization> {
  return db.kysely
    .updateTable('organization')
    .set(rowOf(draft))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function removeOrganization(db: Queryable, id: number): Promise<void> {
  await db.kysely.deleteFrom('organization').where('id', '=', id).execute()
}

export async function hasEvents(db: Queryable, organizationId: number): Promise<boolean> {
  const found = await db.kysely
    .selectFrom('purchase_context')
    .select('id')
    .where('organization_id', '=', organizationId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const rowOf = ({ name, email, description, externalId, slug }: OrganizationDraft) => ({
  name,
  email,
  description,
  external_id: externalId,
  slug,
})
