import type { Principal, Scope } from '#domain/access/principal/principal.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { isSettingKey } from '#server/foundation/setting/registry.ts'
import { statedBy } from '#server/foundation/setting/stated-settings.ts'
import { mayState } from './change-settings.ts'

type Values = Readonly<Record<string, string | number | boolean | null>>

type Place = { readonly organizationId: number; readonly eventId: number | null }

/**
 * Settings in an event that are not the caller's to state, such as the account that buyers pay to in what an editor sends. What the
 * event states already may be sent again. Without an event, one that is to be created.
 */
export async function settingsOfOtherRoles(
  db: Queryable,
  principal: Principal,
  { organizationId, eventId }: Place,
  settings: Values | null | undefined,
): Promise<Problem[]> {
  const scope: Scope =
    eventId === null ? { kind: 'organization', organizationId } : { kind: 'event', organizationId, eventId }
  const barred = Object.entries(settings ?? {}).filter(
    ([key]) => isSettingKey(key) && !mayState(principal, key, scope, true),
  )
  if (barred.length === 0) return []
  const stated = eventId === null ? undefined : await statedBy(db, { level: 'context', contextId: eventId })
  return barred
    .filter(([key, value]) => (value === null ? undefined : String(value)) !== (stated?.get(key) ?? undefined))
    .map(([key]) => problem('foyer.setting.refused.role', { field: `settings.${key}` }))
}
