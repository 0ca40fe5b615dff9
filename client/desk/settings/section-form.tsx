import type { ReactNode } from 'react'
import { deskSettingsPath } from '#contract/paths.ts'
import type { Settings } from '#contract/settings.ts'
import { server } from '#client/frame/calls/server.ts'
import { type QueryResult, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { Form, useProblemOf, useSending } from '../parts/form.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { Panel, Stack } from '../parts/work.tsx'
import { type SettingsDraft, allSettings, isSealed, shownOf, statedOf } from './draft.ts'
import { type Place, controlOf, settingsQuery } from './place.ts'
import { SettingRow } from './setting-row.tsx'

type SectionFormProps = {
  readonly place: Place
  readonly section: string
  readonly settings: Settings
  readonly query: QueryResult<Settings>
  readonly draft: SettingsDraft
  /** Below the settings of a group: what can be tried out with them. */
  readonly below?: (groupId: string) => ReactNode
}

/** The settings of a section in their groups, and what is changed of all sections and not saved. */
export function SectionForm({ place, section, settings, query, draft: kept, below }: SectionFormProps) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const { language } = useLanguage()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const all = allSettings(settings)
  const { draft } = kept
  const labels = new Map(all.map(({ key, label }) => [key, label]))
  const changed = all.filter(({ key }) => key in draft.values)
  const save = () =>
    send(
      () =>
        server().call('PUT', deskSettingsPath, {
          body: {
            organizationId: place.organizationId,
            changes: Object.fromEntries(changed.map(({ key }) => [key, draft.values[key] ?? null])),
            was: Object.fromEntries(changed.filter(one => !isSealed(one)).map(one => [one.key, wasOf(one)])),
          },
        }),
      async result => {
        if (result.kind === 'done') {
          cache.setQueryData(settingsQuery(place, language).queryKey, result.value)
          kept.clear()
          toast(t('foyer.desk.saved'), 'good')
          return
        }
        const { data } = await query.refetch()
        if (data) kept.beginFrom(data)
      },
    )
  const wasOf = (setting: (typeof all)[number]) => draft.was[setting.key] ?? statedOf(setting)
  // In the summary a sentence is read without its field.
  const summary = problems && {
    ...problems,
    list: problems.list.map(problem => ({
      ...problem,
      ...(problem.message && { message: `${labels.get(problem.field) ?? problem.field}: ${problem.message}` }),
    })),
  }
  return (
    <Form problems={summary} title={t('foyer.desk.not-saved')} onSubmit={save} idOf={controlOf}>
      <Stack>
        {settings.groups
          .filter(group => group.section === section)
          .map(group => (
            <Panel key={group.id} title={group.name}>
              {group.settings.map(setting => (
                <SettingRow
                  key={setting.key}
                  setting={setting}
                  draft={draft}
                  mayChange={group.mayChange}
                  error={problemOf(setting.key)}
                  onChange={value => kept.change(setting, value, all)}
                />
              ))}
              {below?.(group.id)}
            </Panel>
          ))}
      </Stack>
      <Unsaved
        changes={changed.map(setting => ({
          path: setting.key,
          name: setting.label,
          was: isSealed(setting)
            ? setting.isSet
              ? t('foyer.desk.setting.is-set')
              : ''
            : shownOf(setting, { values: {}, was: {} }).replaceAll('\n', ', '),
        }))}
        isSending={isSending}
        onPutBack={key => kept.putBack(key, all)}
        onDiscard={kept.clear}
        onSave={() => void save()}
      />
    </Form>
  )
}
