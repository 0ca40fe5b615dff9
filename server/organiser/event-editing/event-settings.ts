import type { EventDraft, StatedSetting } from '#domain/organiser/event-editing/event-draft.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { problemsOfSettings, putSettings, tellSettingProblem } from '#server/foundation/setting/put-settings.ts'
import type { SettingLevel } from '#domain/foundation/setting/definition.ts'
import type { SettingOwner } from '#server/foundation/setting/registry.ts'

/** What is wrong with the settings of an event and its categories. */
export function problemsOfEventSettings({
  settings,
  categories,
}: Pick<EventDraft, 'settings' | 'categories'>): Problem[] {
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
export async function keepSettings(
  db: Queryable,
  owner: SettingOwner,
  settings: readonly StatedSetting[],
): Promise<void> {
  const put = await putSettings(
    db,
    owner,
    settings.map(({ key, value }) => [key, value]),
  )
  if (!put.ok) throw new Error(`settings were not checked: ${JSON.stringify(put.problems)}`)
}
