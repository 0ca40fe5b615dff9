import { collectMembers, type Members } from '#domain/organiser/event-editing/members.ts'
import { settingsOf, textsByLanguage } from '#domain/organiser/event-editing/write-event.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { ownTexts } from '#server/foundation/language/overrides.ts'
import { statedBy, statedByCategories } from '#server/foundation/setting/stated-settings.ts'
import { membersChanged, noteMembers } from './event-changes.ts'
import { lockContext, raiseVersion } from './event-store.ts'
import { openSettings, secretsOf } from './load-stated.ts'

type Beside = {
  /** Of an event or pass. */
  readonly contextId: number
  readonly by: Actor
  readonly now: Instant
}

/**
 * Changes settings or own texts of an event or pass beside its editor, as a change of the event: its version rises and the
 * log has each member that differs, so that who edits an older version does not overwrite it unawares. A change that leaves
 * all as it was raises no version.
 */
export async function changeBesideEditor<Result>(
  tx: Tx,
  { contextId, by, now }: Beside,
  change: () => Promise<Result>,
): Promise<Result> {
  await lockContext(tx, contextId)
  const before = { members: await membersBeside(tx, contextId) }
  const result = await change()
  const members = await membersBeside(tx, contextId)
  if (membersChanged(before, members).length === 0) return result
  const { version, ...context } = await raiseVersion(tx, contextId, now)
  await noteMembers(tx, { ...context, subjectId: contextId, by, before, after: { members, version }, now })
  return result
}

/** Settings and own texts as members, by the same paths and values as `loadStated` has them. */
async function membersBeside(db: Queryable, contextId: number): Promise<Members> {
  const settings = await statedBy(db, { level: 'context', contextId })
  const texts = await ownTexts({ db }, { organizationId: null, contextId })
  const i18nOverride = textsByLanguage(texts.map(text => ({ ...text, language: text.language as Language })))
  const ofCategories = [...(await statedByCategories(db, contextId))].flatMap(([id, stated]) =>
    prefixed(`tickets.categories[${id}].`, membersOfSettings(stated)),
  )
  return new Map<string, unknown>([
    ...membersOfSettings(settings),
    ...collectMembers({ i18nOverride }),
    ...ofCategories,
  ])
}

type Stated = ReadonlyMap<string, string | null>

const membersOfSettings = (stated: Stated): (readonly [string, unknown])[] => [
  ...collectMembers({ settings: settingsOf(openSettings(stated)) }),
  ...secretsOf(stated),
]

const prefixed = (path: string, members: readonly (readonly [string, unknown])[]) =>
  members.map(([member, value]) => [`${path}${member}`, value] as const)
