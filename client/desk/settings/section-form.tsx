import { type ReactNode, useMemo, useState } from 'react'
import { deskSettingsPath } from '#contract/paths.ts'
import type { Setting, Settings } from '#contract/settings.ts'
import { server } from '#client/frame/calls/server.ts'
import { type QueryResult, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Form, type Problems, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { Unsaved } from '../parts/unsaved.tsx'
import { Panel, Stack } from '../parts/work.tsx'
import { type Draft, type SettingsDraft, allSettings, isSealed, wasOf } from './draft.ts'
import { settingsQuery } from './place.ts'
import { type Place, controlOf } from './sections.ts'
import { SettingRow } from './setting-row.tsx'
import css from './settings.module.css'

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
export function SectionForm(props: SectionFormProps) {
  const { section, settings, draft: kept, below } = props
  const t = useT()
  const { save, isSending, problems } = useSaving(props)
  const problemOf = useProblemOf(problems)
  const all = allSettings(settings)
  const { draft } = kept
  const summary = useMemo(() => withLabels(problems, settings), [problems, settings])
  return (
    <Form problems={summary} title={t('foyer.desk.not-saved')} onSubmit={save} idOf={controlOf}>
      <Stack>
        {settings.groups
          .filter(group => group.section === section)
          .map(group => (
            <Group
              key={group.id}
              name={group.name}
              isFolded={isFolded(group)}
              isUrgent={group.settings.some(({ key }) => key in draft.values || problemOf(key) !== undefined)}
            >
              <div className={css.rows}>
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
              </div>
              {below?.(group.id)}
            </Group>
          ))}
      </Stack>
      <Unsaved
        changes={changedOf(settings, draft).map(setting => ({
          path: setting.key,
          name: setting.label,
          was: isSealed(setting) ? (setting.isSet ? t('foyer.desk.setting.is-set') : '') : wasInWords(setting),
        }))}
        isSending={isSending}
        onPutBack={key => kept.putBack(key, all)}
        onDiscard={kept.discard}
        onSave={() => void save()}
      />
    </Form>
  )
}

const changedOf = (settings: Settings, { values }: Draft): readonly Setting[] =>
  allSettings(settings).filter(({ key }) => key in values)

const wasInWords = ({ value }: Setting): string => (value ?? '').replaceAll('\n', ', ')

/** Sends what is changed, with what it was; what others have changed meanwhile is read where it is refused. */
function useSaving({ place, settings, query, draft: kept }: SectionFormProps) {
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const { language } = useLanguage()
  const { send, ...sending } = useSending()
  const save = () => {
    const changed = changedOf(settings, kept.draft)
    const sent = Object.fromEntries(changed.map(({ key }) => [key, kept.draft.values[key] ?? null]))
    const was = Object.fromEntries(changed.filter(one => !isSealed(one)).map(one => [one.key, wasOf(one, kept.draft)]))
    return send(
      () => server().call('PUT', deskSettingsPath, { body: { ...place, changes: sent, was } }),
      async result => {
        if (result.kind === 'done') {
          cache.setQueryData(settingsQuery(place, language).queryKey, result.value)
          kept.stored(sent, result.value)
          toast(t('foyer.desk.saved'), 'good')
          return
        }
        const { data } = await query.refetch()
        if (data) kept.beginFrom(data)
      },
    )
  }
  return { save, ...sending }
}

/** In the summary a sentence is read without its field. */
function withLabels(problems: Problems | undefined, settings: Settings): Problems | undefined {
  const labels = new Map(allSettings(settings).map(({ key, label }) => [key, label]))
  return (
    problems && {
      ...problems,
      list: problems.list.map(problem => ({
        ...problem,
        ...(problem.message && { message: `${labels.get(problem.field) ?? problem.field}: ${problem.message}` }),
      })),
    }
  )
}

/** What is opened by a secret of another service, or seldom wanted, is folded while nothing of it is stated. */
const isFolded = ({ section, settings }: Settings['groups'][number]): boolean =>
  (section === 'advanced' || (section === 'payments' && settings.some(isSealed))) &&
  settings.every(({ origin }) => origin === 'FOYER')

type GroupProps = {
  readonly name: string
  readonly isFolded: boolean
  /** Something in it is changed or was refused: it has to be seen. */
  readonly isUrgent: boolean
  readonly children: ReactNode
}

/** A group as a sheet, folded where it is not in use. */
function Group({ name, isFolded: isAtFirst, isUrgent, children }: GroupProps) {
  const [isOpen, setOpen] = useState(!isAtFirst)
  if (!isAtFirst) return <Panel title={name}>{children}</Panel>
  const isShown = isOpen || isUrgent
  return (
    <details className={css.fold} open={isShown} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{name}</h2>
      </summary>
      {isShown && <div>{children}</div>}
    </details>
  )
}
