import type { Organization } from '#contract/organiser.ts'
import type { OrganizationDraft } from '#domain/organiser/organization/organization-draft.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

/** What an organisation is shown with. */
export const ORGANIZATION_COLUMNS = ['id', 'name', 'email', 'description', 'external_id as externalId', 'slug'] as const

export async function listAllOrganizations(db: Queryable): Promise<Organization[]> {
  return db.kysely.selectFrom('organization').select(ORGANIZATION_COLUMNS).orderBy('name').execute()
}

export async function findOrganization(db: Queryable, id: number): Promise<Organization | undefined> {
  return db.kysely.selectFrom('organization').select(ORGANIZATION_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Locks what the organisation has for all of its events until the transaction ends: codes and groups. */
export async function lockOrganization(db: Queryable, id: number): Promise<void> {
  await db.kysely.selectFrom('organization').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** An organisation other than `exceptId` that has this name or this slug. */
export async function findNamesake(
  db: Queryable,
  { name, slug }: Pick<OrganizationDraft, 'name' | 'slug'>,
  exceptId: number | null = null,
): Promise<Organization | undefined> {
  return db.kysely
    .selectFrom('organization')
    .select(ORGANIZATION_COLUMNS)
    .where(builder => builder.or([builder('name', '=', name), builder('slug', '=', slug)]))
    .where('id', '!=', exceptId ?? 0)
    .orderBy('id')
    .executeTakeFirst()
}
