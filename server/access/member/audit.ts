import type { Principal, ScopedRole } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { memberById } from './members.ts'

/** Who changes something, and for the log of changes by which name. */
export async function actorOf(db: Queryable, principal: Principal): Promise<Actor> {
  if (principal.kind === 'key') return { memberId: null, actor: `key ${principal.description}`.trim() }
  if (principal.kind !== 'member') return { memberId: null, actor: principal.kind }
  const member = await memberById(db, principal.memberId)
  return { memberId: principal.memberId, actor: member?.name ?? String(principal.memberId) }
}

type MemberChange = {
  readonly action: string
  /** Of the member it is about: their address. */
  readonly subject: string
  readonly taken?: ScopedRole | null
  readonly given?: ScopedRole | null
  readonly now: Instant
}

/** Notes what was done about a member, with the role before and after, in the transaction that does it. */
export async function recordOfMember(tx: Tx, by: Actor, change: MemberChange): Promise<void> {
  const { action, subject, taken = null, given = null, now } = change
  const organizationId = organizationOf(given ?? taken)
  await recordChange(tx, by, { kind: 'MEMBER', subject, organizationId, action, before: taken, after: given, now })
}

function organizationOf(role: ScopedRole | null): number | null {
  return role === null || role.scope.kind === 'shop' ? null : role.scope.organizationId
}
