import type { ScopedRole } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Who did it: a member, or the operator and the shop itself by name. */
export type Actor = { readonly memberId: number | null; readonly actor: string }

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
  await recordChange(tx, by, {
    action,
    subject,
    organizationId: organizationOf(given ?? taken),
    before: taken,
    after: given,
    now,
  })
}

type Change = {
  readonly action: string
  /** What it is about, for people. */
  readonly subject: string
  /** Null of the shop. */
  readonly organizationId: number | null
  readonly before: object | null
  readonly after: object | null
  readonly now: Instant
}

/** Notes a change of what the organiser's API keeps, with before and after, in the transaction that makes it. */
export async function recordChange(tx: Tx, by: Actor, change: Change): Promise<void> {
  const { action, subject, organizationId, before, after, now } = change
  await tx.kysely
    .insertInto('member_audit')
    .values({
      at: timestamp(now),
      member_id: by.memberId,
      actor: by.actor,
      organization_id: organizationId,
      action,
      subject,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
}

function organizationOf(role: ScopedRole | null): number | null {
  return role === null || role.scope.kind === 'shop' ? null : role.scope.organizationId
}
