import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { isDecodable } from './decode.ts'
import type { SettingLevel } from '#domain/foundation/setting/definition.ts'
import { SETTINGS, type SettingKey, type SettingOwner, isInternal, isSettingKey } from './registry.ts'
import {
  type StoredSetting,
  putSetting,
  readContextSettings,
  readOrganizationSettings,
  readSystemSettings,
} from './store.ts'
import { columnsOf, openedValue, placeOf } from './sealed-value.ts'

/** What is stated, and where. */
export type StatedSetting = StoredSetting

/** Settings as an organiser writes them: a key and its text. A key may wrongly come twice. */
export type SettingEntries = readonly (readonly [key: string, value: string])[]

/** Says what is wrong with settings stated at a level; `args` hold the key, and the values a setting may have. */
export function problemsOfSettings(entries: SettingEntries, level: SettingLevel): Problem[] {
  const keys = entries.map(([key]) => key)
  return entries.flatMap(([key, value], index) => {
    if (!isSettingKey(key)) return [settingProblem('unknown', key)]
    if (keys.indexOf(key) !== index) return [settingProblem('duplicate', key)]
    if (level !== 'system' && isInternal(key)) return [settingProblem('internal', key)]
    const levels: readonly SettingLevel[] = SETTINGS[key].levels
    if (!levels.includes(level)) return [settingProblem('level', key)]
    return isDecodable(key, value) ? [] : [settingProblem('value', key, expectationOf(key))]
  })
}

/** Stores all the settings, or none of them when one is refused. */
export async function putSettings(db: Queryable, owner: SettingOwner, entries: SettingEntries): Promise<Outcome<void>> {
  const decision = acceptedUnless(problemsOfSettings(entries, owner.level), undefined)
  if (!decision.ok) return decision
  for (const [key, value] of entries) await putSetting(db, owner, key, value)
  return decision
}

/** One English sentence for the person who wrote the setting. */
export function describeSettingProblem({ code, args = [] }: Problem): string {
  const [key, expectation] = args
  switch (code) {
    case 'setting.unknown':
      return `There is no setting ${key}.`
    case 'setting.duplicate':
      return `${key} is stated twice.`
    case 'setting.internal':
      return `${key} is internal: only the operator of the shop can set it.`
    case 'setting.level':
      return `${key} can't be set here.`
    default:
      return `${key} must be ${expectation}.`
  }
}

function settingProblem(kind: string, key: string, expectation?: string): Problem {
  return problem(`setting.${kind}`, { field: key, args: expectation === undefined ? [key] : [key, expectation] })
}

function expectationOf(key: SettingKey): string {
  const definition = SETTINGS[key]
  switch (definition.type) {
    case 'number':
      return `a whole number from ${definition.min} to ${definition.max}`
    case 'flag':
      return 'true or false'
    case 'list':
      return 'values' in definition ? `a list out of ${definition.values.join(', ')}` : 'a list'
    case 'text':
      return 'well formed'
    default:
      return definition satisfies never
  }
}

/** What one owner states by itself, by key; null for a secret that can't be opened. */
export async function statedBy(db: Queryable, owner: SettingOwner): Promise<ReadonlyMap<string, string | null>> {
  const { organizationId, contextId, categoryId } = columnsOf(owner)
  const rows = await db.kysely
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)
    .where('category_id', 'is not distinct from', categoryId)
    .execute()
  return new Map(rows.map(({ key, value }) => [key, openedValue(db.sealing, placeOf(owner, key), value)]))
}

/** What is stated for the shop, an organisation or an event or pass, and at every level above; one query. */
export function statedAround(
  db: Queryable,
  owner: Exclude<SettingOwner, { level: 'category' }>,
): Promise<StatedSetting[]> {
  switch (owner.level) {
    case 'system':
      return readSystemSettings(db)
    case 'organization':
      return readOrganizationSettings(db, owner.organizationId)
    case 'context':
      return readContextSettings(db, owner.contextId)
    default:
      return owner satisfies never
  }
}

/** What each category of an event states by itself. */
export async function statedByCategories(
  db: Queryable,
  eventId: number,
): Promise<ReadonlyMap<number, ReadonlyMap<string, string | null>>> {
  const rows = await db.kysely
    .selectFrom('setting')
    .innerJoin('ticket_category', 'ticket_category.id', 'setting.category_id')
    .select(['key', 'value', 'ticket_category.id as categoryId'])
    .where('event_id', '=', eventId)
    .execute()
  const byCategory = Map.groupBy(rows, ({ categoryId }) => categoryId)
  return new Map(
    [...byCategory].map(([categoryId, stated]) => [
      categoryId,
      new Map(
        stated.map(({ key, value }) => [
          key,
          openedValue(db.sealing, placeOf({ level: 'category', categoryId }, key), value),
        ]),
      ),
    ]),
  )
}

/** From now on the owner says nothing about a setting. */
export async function removeSetting(db: Queryable, owner: SettingOwner, key: string): Promise<void> {
  const { organizationId, contextId, categoryId } = columnsOf(owner)
  await db.kysely
    .deleteFrom('setting')
    .where('key', '=', key)
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)
    .where('category_id', 'is not distinct from', categoryId)
    .execute()
}

/** The values of stated settings by key, without secrets that can't be opened any more. */
export const readableSettings = (settings: ReadonlyMap<string, string | null>): Record<string, string> =>
  Object.fromEntries([...settings].flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
