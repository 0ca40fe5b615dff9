import type { Organization } from '#contract/organiser.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { OrganizationDraft } from '#domain/organiser/organization/organization-draft.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { ORGANIZATION_COLUMNS } from './find-organizations.ts'

/**
 * Locks the organisation for everybody, also for opening an event, until the transaction ends: for a process that
 * deletes it.
 */
export async function lockOrganizationAgainstEvents(db: Queryable, id: number): Promise<void> {
  await db.kysely.selectFrom('organization').select('id').where('id', '=', id).forUpdate().execute()
}

export async function insertOrganization(db: Queryable, draft: OrganizationDraft, now: Instant): Promise<Organization> {
  return db.kysely
    .insertInto('organization')
    .values({ ...rowOf(draft), created_at: timestamp(now) })
    .returning(ORGANIZATION_COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function changeOrganization(db: Queryable, id: number, draft: OrganizationDraft): Promise<Organization> {
  return db.kysely
    .updateTable('organization')
    .set(rowOf(draft))
    .where('id', '=', id)
    .returning(ORGANIZATION_COLUMNS)
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
