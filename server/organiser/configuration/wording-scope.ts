import { type Principal, type Scope, may } from '#domain/access/principal/principal.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { findScope } from '#server/organiser/member/keep-members.ts'

type Named = { readonly organizationId?: number | null; readonly eventId?: number | null }

/** The place whose words the caller may change: the shop, an organisation or an event. Undefined for every other one, and for none. */
export async function wordingScope(db: Queryable, by: Principal, named: Named): Promise<Scope | undefined> {
  const scope = await findScope(db, named)
  return scope && mayWord(by, scope) ? scope : undefined
}

const mayWord = (by: Principal, scope: Scope): boolean =>
  scope.kind === 'shop' ? may(by, 'administer-shop', 'shop') : may(by, 'manage-events', scope)
