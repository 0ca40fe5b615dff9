import type { EventDraft, StatedSetting } from '#domain/organiser/event-draft.ts'
import { type Problem, problem } from '#domain/problem.ts'
import type { Queryable } from '#server/database/database.ts'
import { problemsOfSettings, tellSettingProblem } from '#server/setting/put-settings.ts'
import { type SettingOwner, putSetting } from '#server/setting/store.ts'
import type { SettingLevel } from '#server/setting/registry.ts'

/** What is wrong with the settings of an event and its categories. */
export function problemsOfEventSettings({ settings, categories }: Pick<EventDraft, 'settings' | 'categories'>): Problem[] {
  return [
    ...problemsOf(settings, 'context'),
    ...categories.flatMap(category => problemsOf(category.settings, 'category')),
  ]
}

function problemsOf(settings: readonly StatedSetting[], level: SettingLevel): Problem[] {
  return settings.flatMap(({ key, value, field }) =>
    problemsOfSettings([[key, value]], level).map(found =>
      problem('setting-refused', { field, args: [tellSettingProblem(found)] }),
    ),
  )
}

/** Stores settings that have been checked. */
export async function keepSettings(db: Queryable, owner: SettingOwner, settings: readonly StatedSetting[]): Promise<void> {
  for (const { key, value } of settings) await putSetting(db, owner, key, value)
}
