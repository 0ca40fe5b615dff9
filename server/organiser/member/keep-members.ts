import {
  type Member,
  type MemberRole,
  type Principal,
  type Scope,
  type ScopedRole,
  isShopOwnership,
} from '#domain/access/principal/principal.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { actorOf, recordOfMember } from '#server/access/member/audit.ts'
import { memberById, putRole, scopeColumns } from '#server/access/member/members.ts'
import { type Database, type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { sqlInstant } from '#server/foundation/database/types.ts'
import type { Services } from '#server/foundation/services.ts'

/** The shop, an organisation or an event, as a request names it; undefined where there is no such thing. */
export async function findScope(
  db: Queryable,
  { organizationId, eventId }: { readonly organizationId?: number | null; readonly eventId?: number | null },
): Promise<Scope | undefined> {
  if (eventId !== undefined && eventId !== null) {
    const event = await db.kysely
      .selectFrom('event')
      .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
      .select('organization_id as owner')
      .where('event.id', '=', eventId)
      .executeTakeFirst()
    const isOfIt = event && (organizationId ?? event.owner) === event.owner
    return isOfIt ? { kind: 'event', eventId, organizationId: event.owner } : undefined
  }
  if (organizationId === undefined || organizationId === null) return { kind: 'shop' }
  const found = await db.kysely
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return found && { kind: 'organization', organizationId }
}

/** Who has a role for exactly this, by name. */
export async function membersOf(db: Database, scope: Scope) {
  const { organization_id, event_id } = scopeColumns(scope)
  return db.kysely
    .selectFrom('member_role')
    .innerJoin('member', 'member.id', 'member_role.member_id')
    .select(['member.id', 'email', 'name', 'role', 'totp_secret as totpSecret'])
    .where('organization_id', 'is not distinct from', organization_id)
    .where('event_id', 'is not distinct from', event_id)
    .orderBy('name')
    .orderBy('member.id')
    .execute()
}

/** Who is invited for exactly this and has not come yet. */
export async function invitationsOf(db: Database, scope: Scope, now: Instant) {
  const { organization_id, event_id } = scopeColumns(scope)
  return db.kysely
    .selectFrom('member_link')
    .select(['id', 'email', 'role', 'expires_at as expiresAt'])
    .where('kind', '=', 'INVITATION')
    .where('organization_id', 'is not distinct from', organization_id)
    .where('event_id', 'is not distinct from', event_id)
    .where('expires_at', '>', sqlInstant(now))
    .orderBy('email')
    .execute()
}

/** The caller may manage the members of the scope (`mayGive`). */
type Change = { readonly memberId: number; readonly scope: Scope; readonly by: Member | Principal }

const LAST_OWNER = { code: 'foyer.desk.members.last-owner' } as const

/**
 * Gives a member another role for the same scope. Undefined where they have none for it: then they are invited.
 * Refused for the last owner of the shop.
 */
export async function changeRole(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { memberId, scope, by }: Change,
  role: MemberRole,
): Promise<Outcome<true> | undefined> {
  const actor = await actorOf(db, by)
  return transaction(db, async tx => {
    const before = await lockRole(tx, memberId, scope)
    if (!before) return undefined
    const given: ScopedRole = { role, scope }
    if (!isShopOwnership(given) && (await isLastOwner(tx, before))) return refused(LAST_OWNER)
    await putRole(tx, memberId, given)
    const subject = (await memberById(tx, memberId))?.email ?? ''
    await recordOfMember(tx, actor, { action: 'MEMBER_ROLE_GIVEN', subject, taken: before, given, now: clock.now() })
    return accepted(true)
  })
}

/** Takes a role away; a member without any role is deleted with their sessions. Refused for the last owner of the shop. */
export async function takeRole(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { memberId, scope, by }: Change,
): Promise<Outcome<true> | undefined> {
  const actor = await actorOf(db, by)
  return transaction(db, async tx => {
    const before = await lockRole(tx, memberId, scope)
    if (!before) return undefined
    if (await isLastOwner(tx, before)) return refused(LAST_OWNER)
    const subject = (await memberById(tx, memberId))?.email ?? ''
    await recordOfMember(tx, actor, { action: 'MEMBER_ROLE_TAKEN', subject, taken: before, now: clock.now() })
    await deleteRole(tx, memberId, scope)
    return accepted(true)
  })
}

/** The role of a member for exactly this scope. Locks the owners of the shop with it, so that two of them can't remove each other. */
async function lockRole(tx: Tx, memberId: number, scope: Scope): Promise<ScopedRole | undefined> {
  if (scope.kind === 'shop') {
    await tx.kysely
      .selectFrom('member_role')
      .select('id')
      .where('organization_id', 'is', null)
      .where('event_id', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
  }
  const { organization_id, event_id } = scopeColumns(scope)
  const found = await tx.kysely
    .selectFrom('member_role')
    .select('role')
    .where('member_id', '=', memberId)
    .where('organization_id', 'is not distinct from', organization_id)
    .where('event_id', 'is not distinct from', event_id)
    .forUpdate()
    .executeTakeFirst()
  return found && { role: found.role, scope }
}

async function isLastOwner(tx: Tx, before: ScopedRole): Promise<boolean> {
  if (!isShopOwnership(before)) return false
  const { owners } = await tx.kysely
    .selectFrom('member_role')
    .select(eb => eb.fn.countAll<bigint>().as('owners'))
    .where('organization_id', 'is', null)
    .where('event_id', 'is', null)
    .executeTakeFirstOrThrow()
  return owners <= 1n
}

async function deleteRole(tx: Tx, memberId: number, scope: Scope): Promise<void> {
  const { organization_id, event_id } = scopeColumns(scope)
  await tx.kysely
    .deleteFrom('member_role')
    .where('member_id', '=', memberId)
    .where('organization_id', 'is not distinct from', organization_id)
    .where('event_id', 'is not distinct from', event_id)
    .execute()
  await tx.kysely
    .deleteFrom('member')
    .where('id', '=', memberId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('member_role').select('id').where('member_id', '=', memberId))),
    )
    .execute()
}

/** Makes an invitation for exactly this no longer good; false where there is none. */
export async function withdrawInvitation(db: Queryable, id: number, scope: Scope): Promise<boolean> {
  const { organization_id, event_id } = scopeColumns(scope)
  const withdrawn = await db.kysely
    .deleteFrom('member_link')
    .where('id', '=', id)
    .where('kind', '=', 'INVITATION')
    .where('organization_id', 'is not distinct from', organization_id)
    .where('event_id', 'is not distinct from', event_id)
    .executeTakeFirst()
  return withdrawn.numDeletedRows > 0n
}
