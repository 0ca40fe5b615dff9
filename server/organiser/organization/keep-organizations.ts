import type { Organization } from '#contract/organiser.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import {
  type OrganizationDraft,
  type OrganizationForm,
  decodeOrganization,
} from '#domain/organiser/organization/organization-draft.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isUniqueViolation } from '#server/foundation/database/violation.ts'

type Needs = Pick<Shop, 'db' | 'clock'>

/** What is done besides, in the same transaction. */
type Also<Subjects extends readonly Organization[]> = (tx: Tx, ...subjects: Subjects) => Promise<void>

const nothing = async (): Promise<void> => {}

/** Refused when something required is missing, or when name or slug belong to another organisation. */
export async function createOrganization(
  { db, clock }: Needs,
  form: OrganizationForm,
  also: Also<[after: Organization]> = nothing,
): Promise<Outcome<Organization>> {
  const draft = decodeOrganization(form)
  if (!draft.ok) return draft
  return unlessTakenMeanwhile(() =>
    transaction(db, async tx => {
      const taken = await namesakeProblem(tx, draft.value, null)
      if (taken) return refused(taken)
      const created = await insertOrganization(tx, draft.value, clock.now())
      await also(tx, created)
      return accepted(created)
    }),
  )
}

/** Undefined when there is no such organisation; refused as `createOrganization` is. A slug that is left out stays. */
export async function updateOrganization(
  { db }: Needs,
  id: number,
  form: OrganizationForm,
  also: Also<[after: Organization, before: Organization]> = nothing,
): Promise<Outcome<Organization> | undefined> {
  return unlessTakenMeanwhile(() =>
    transaction(db, async tx => {
      const organization = await findOrganization(tx, id)
      if (organization === undefined) return undefined
      const draft = decodeOrganization(form.slug === undefined ? { ...form, slug: organization.slug } : form)
      if (!draft.ok) return draft
      const taken = await namesakeProblem(tx, draft.value, id)
      if (taken) return refused(taken)
      const changed = await changeOrganization(tx, id, draft.value)
      await also(tx, changed, organization)
      return accepted(changed)
    }),
  )
}

/** Another process may take the name or the slug between check and insert. */
async function unlessTakenMeanwhile<Result>(store: () => Promise<Result>): Promise<Result | Outcome<never>> {
  try {
    return await store()
  } catch (error) {
    if (isUniqueViolation(error, 'organization_name_key')) return refused(takenProblem('name'))
    if (isUniqueViolation(error, 'organization_slug_key')) return refused(takenProblem('slug'))
    throw error
  }
}

/** Undefined when there is no such organisation; refused while it has events. Its keys and settings go with it. */
export async function deleteOrganization(
  { db }: Needs,
  id: number,
  also: Also<[before: Organization]> = nothing,
): Promise<Outcome<void> | undefined> {
  return transaction(db, async tx => {
    await lockOrganizationAgainstEvents(tx, id)
    const organization = await findOrganization(tx, id)
    if (organization === undefined) return undefined
    if (await hasEvents(tx, id)) return refused(problem('organization-has-events'))
    await also(tx, organization)
    await removeOrganization(tx, id)
    return accepted(undefined)
  })
}

async function namesakeProblem(
  db: Queryable,
  draft: OrganizationDraft,
  ownId: number | null,
): Promise<Problem | undefined> {
  const namesake = await findNamesake(db, draft, ownId)
  return namesake && takenProblem(namesake.name === draft.name ? 'name' : 'slug')
}

const takenProblem = (field: 'name' | 'slug'): Problem => problem('organization-taken', { field })

/** One English sentence for the operator. */
export function describeOrganizationProblem({ code, field = '' }: Problem): string {
  switch (code) {
    case 'organization-field-missing':
      return `${field} is missing`
    case 'organization-email-unreadable':
      return 'email is no e-mail address'
    case 'organization-slug-malformed':
      return 'slug may hold small letters, digits and dashes'
    case 'organization-taken':
      return `another organisation has this ${field}`
    case 'organization-has-events':
      return 'the organisation has events: delete them first'
    default:
      throw new Error(`no sentence for ${code}`)
  }
}

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
