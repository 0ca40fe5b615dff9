import type { Organization } from '#contract/organiser.ts'
import type { KeyRole, Principal } from '#domain/access/principal/principal.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import type { OrganizationForm } from '#domain/organiser/organization/organization-draft.ts'
import { issueKeyIn, withdrawKeyById } from '#server/access/api-key/issue-key.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { createOrganization, deleteOrganization, updateOrganization } from './keep-organizations.ts'

type Needs = Pick<Shop, 'db' | 'clock'>

type Written = {
  readonly kind: 'ORGANIZATION' | 'KEY'
  readonly action: string
  readonly subject: string
  readonly organizationId: number | null
  readonly before: object | null
  readonly after: object | null
}

/** Audits a change in the transaction that makes it. */
async function recorder({ db, clock }: Needs, by: Principal) {
  const actor = await actorOf(db, by)
  return (tx: Tx, written: Written): Promise<void> => recordChange(tx, actor, { ...written, now: clock.now() })
}

/** As `createOrganization`, audited. */
export async function openOrganization(
  shop: Needs,
  by: Principal,
  form: OrganizationForm,
): Promise<Outcome<Organization>> {
  const record = await recorder(shop, by)
  return createOrganization(shop, form, (tx, after) =>
    record(tx, {
      kind: 'ORGANIZATION',
      action: 'ORGANIZATION_CREATED',
      subject: after.name,
      organizationId: after.id,
      before: null,
      after,
    }),
  )
}

/** As `updateOrganization`, audited. */
export async function changeOrganization(
  shop: Needs,
  by: Principal,
  id: number,
  form: OrganizationForm,
): Promise<Outcome<Organization> | undefined> {
  const record = await recorder(shop, by)
  return updateOrganization(shop, id, form, (tx, after, before) =>
    record(tx, {
      kind: 'ORGANIZATION',
      action: 'ORGANIZATION_CHANGED',
      subject: after.name,
      organizationId: id,
      before,
      after,
    }),
  )
}

/** As `deleteOrganization`, audited for the shop: what is of the organisation goes with it. */
export async function removeOrganization(shop: Needs, by: Principal, id: number): Promise<Outcome<void> | undefined> {
  const record = await recorder(shop, by)
  return deleteOrganization(shop, id, (tx, before) =>
    record(tx, {
      kind: 'ORGANIZATION',
      action: 'ORGANIZATION_DELETED',
      subject: before.name,
      organizationId: null,
      before,
      after: null,
    }),
  )
}

type Grant = { readonly organizationId: number; readonly role: KeyRole; readonly description: string }

/** Makes a key, audited without the key itself. Refused without a description: it says whether the key may be taken away. */
export async function issueKeyFor(
  shop: Needs,
  by: Principal,
  { organizationId, role, description: typed }: Grant,
): Promise<Outcome<{ readonly id: number; readonly key: string }>> {
  const description = cleanLine(typed)
  if (description === '') return refused(problem('foyer.desk.key.description-missing', { field: 'description' }))
  const record = await recorder(shop, by)
  return transaction(shop.db, async tx => {
    const issued = await issueKeyIn(tx, shop, { organizationId, role, description })
    const after = { id: issued.id, role, description }
    await record(tx, { kind: 'KEY', action: 'KEY_CREATED', subject: description, organizationId, before: null, after })
    return accepted(issued)
  })
}

/** Takes a key away; false where the organisation has none of this id. */
export async function revokeKey(shop: Needs, by: Principal, organizationId: number, id: number): Promise<boolean> {
  const record = await recorder(shop, by)
  return transaction(shop.db, async tx => {
    const key = await withdrawKeyById(tx, organizationId, id)
    if (!key) return false
    const { role, description } = key
    const before = { id, role, description }
    await record(tx, { kind: 'KEY', action: 'KEY_REVOKED', subject: description, organizationId, before, after: null })
    return true
  })
}
