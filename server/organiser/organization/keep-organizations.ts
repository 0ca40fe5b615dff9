import type { Organization } from '#contract/organiser.ts'
import {
  type OrganizationDraft,
  type OrganizationForm,
  decodeOrganization,
} from '#domain/organiser/organization/organization-draft.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, transaction } from '#server/foundation/database/database.ts'
import { isUniqueViolation } from '#server/foundation/database/violation.ts'
import { findNamesake, findOrganization } from './find-organizations.ts'
import {
  changeOrganization,
  hasEvents,
  insertOrganization,
  lockOrganizationAgainstEvents,
  removeOrganization,
} from './organization-store.ts'

type Needs = Pick<Shop, 'db' | 'clock'>

/** Refused when something required is missing, or when name or slug belong to another organisation. */
export async function createOrganization({ db, clock }: Needs, form: OrganizationForm): Promise<Outcome<Organization>> {
  const draft = decodeOrganization(form)
  if (!draft.ok) return draft
  return unlessTakenMeanwhile(() =>
    transaction(db, async tx => {
      const taken = await namesakeProblem(tx, draft.value, null)
      return taken ? refused(taken) : accepted(await insertOrganization(tx, draft.value, clock.now()))
    }),
  )
}

/** Undefined when there is no such organisation; refused as `createOrganization` is. A slug that is left out stays. */
export async function updateOrganization(
  { db }: Needs,
  id: number,
  form: OrganizationForm,
): Promise<Outcome<Organization> | undefined> {
  return unlessTakenMeanwhile(() =>
    transaction(db, async tx => {
      const organization = await findOrganization(tx, id)
      if (organization === undefined) return undefined
      const draft = decodeOrganization(form.slug === undefined ? { ...form, slug: organization.slug } : form)
      if (!draft.ok) return draft
      const taken = await namesakeProblem(tx, draft.value, id)
      return taken ? refused(taken) : accepted(await changeOrganization(tx, id, draft.value))
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
export async function deleteOrganization({ db }: Needs, id: number): Promise<Outcome<void> | undefined> {
  return transaction(db, async tx => {
    await lockOrganizationAgainstEvents(tx, id)
    if ((await findOrganization(tx, id)) === undefined) return undefined
    if (await hasEvents(tx, id)) return refused(problem('organization-has-events'))
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
export function tellOrganizationProblem({ code, field = '' }: Problem): string {
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
