import { EXPORT_KINDS, type ExportKindName } from '#domain/organiser/export/export-kind.ts'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import { memberPrincipal } from '#server/access/member/guard.ts'
import { memberById } from '#server/access/member/members.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import type { Whose } from './open-target.ts'

export type Recipient = { readonly id: number; readonly name: string; readonly email: string }

type Exported = { readonly kind: ExportKindName; readonly whose: Pick<Whose, 'organizationId' | 'eventId'> }

/** May the principal have this kind of export of these people or this money? */
export function mayHave(principal: Principal, { kind, whose: { organizationId, eventId } }: Exported): boolean {
  const resource = eventId === null ? { organizationId } : { organizationId, eventId }
  return may(principal, EXPORT_KINDS[kind].verb, resource)
}

/** To whom the caller can have an export mailed: those who may have it; all of them by who manages members, else the caller. */
export async function recipientsFor(db: Queryable, by: Principal, exported: Exported): Promise<Recipient[]> {
  const { organizationId, eventId } = exported.whose
  if (!may(by, 'manage-members', eventId === null ? { organizationId } : { organizationId, eventId })) {
    const member = by.kind === 'member' ? await memberById(db, by.memberId) : undefined
    return member ? [{ id: member.id, name: member.name, email: member.email }] : []
  }
  const rows = await db.kysely
    .selectFrom('member')
    .innerJoin('member_role as role', 'role.member_id', 'member.id')
    .select(['member.id', 'member.name', 'member.email'])
    .where(eb =>
      eb.or([
        eb('role.organization_id', '=', organizationId),
        ...(eventId === null ? [] : [eb('role.event_id', '=', eventId)]),
        eb.and([eb('role.organization_id', 'is', null), eb('role.event_id', 'is', null)]),
      ]),
    )
    .distinct()
    .orderBy('member.name')
    .orderBy('member.id')
    .limit(500)
    .execute()
  const allowed = await Promise.all(rows.map(async ({ id }) => mayHave(await memberPrincipal(db, id), exported)))
  return rows.filter((_, index) => allowed[index])
}
