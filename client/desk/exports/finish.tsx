import type { ReactNode } from 'react'
import type { SavedExport } from '#contract/desk-exports.ts'
import { deskExportPath, deskSavedExportPath, deskSavedExportsPath, pathTo } from '#contract/paths.ts'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonAnchor, ButtonRow } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useOwnZone } from '#client/language/use-dates.ts'
import { type Described, type Whose, named } from './calls.ts'
import { ColumnChecks } from './column-checks.tsx'
import { type Draft, columnsOf, scheduleOf } from './draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'

type FinishProps = {
  readonly draft: Draft
  readonly chosen: Whose
  readonly facts: Described
  /** The one that is changed; left out: a new one is saved. */
  readonly saved?: SavedExport
  readonly onChange: (changes: Partial<Draft>) => void
  /** Gets what came of saving it. */
  readonly onSent: (result: CallResult<SavedExport>) => unknown
  /** Beside the button that saves. */
  readonly children?: ReactNode
}

/** Its columns, and what is done with it. */
export function Finish({ draft, chosen, facts, saved, onChange, onSent, children }: FinishProps) {
  const { t } = useLanguage()
  const ownZone = useOwnZone() ?? 'UTC'
  const timezone = saved?.timezone ?? facts.timezone ?? ownZone
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const { kind, format, period, name } = draft
  const known = facts.columns.map(({ key }) => key)
  const save = () => {
    const schedule = scheduleOf(draft) ?? null
    const recipients = schedule === null ? [] : [...draft.recipients]
    const columns = columnsOf(draft, known, saved?.columns)
    const body = { name, format, columns, period, timezone, ...peopleOf(draft), schedule, recipients }
    return send(
      (): Promise<CallResult<SavedExport>> =>
        saved
          ? server().call('PUT', deskSavedExportPath, {
              params: { exportId: saved.id },
              body: { ...body, seen: saved.seen },
            })
          : server().call('POST', deskSavedExportsPath, { body: { ...body, kind, ...named(chosen) } }),
      onSent,
    )
  }
  return (
    <Form problems={problems} title={t('foyer.desk.export.refused')} onSubmit={save}>
      <ColumnChecks facts={facts} without={draft.without} onChange={without => onChange({ without })} />
      {saved ? (
        !saved.columns.every(key => known.includes(key)) && <p className="soft">{t('foyer.desk.export.edit.hidden')}</p>
      ) : (
        <>
          <Download draft={draft} chosen={chosen} known={known} timezone={timezone} />
          <h3>{t('foyer.desk.export.save.title')}</h3>
        </>
      )}
      <TextField
        id="name"
        label={t('foyer.desk.export.name')}
        value={name}
        maxLength={255}
        error={problemOf('name')}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <ScheduleFields draft={draft} facts={facts} timezone={timezone} problemOf={problemOf} onChange={onChange} />
      <ButtonRow>
        {children}
        <Button type="submit" tone={saved ? 'main' : 'quiet'} busy={isSending}>
          {t(saved ? 'foyer.desk.save' : 'foyer.desk.export.save')}
        </Button>
      </ButtonRow>
    </Form>
  )
}

type DownloadProps = Pick<FinishProps, 'draft' | 'chosen'> & {
  readonly known: readonly string[]
  readonly timezone: string
}

/** The file as of now. */
function Download({ draft, chosen, known, timezone }: DownloadProps) {
  const { t, language } = useLanguage()
  const { kind, format, period, without } = draft
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(named(chosen)).map(([key, id]) => [key, String(id)])),
    format,
    period,
    timezone,
    ...peopleOf(draft),
    ...(without.size > 0 && { columns: columnsOf(draft, known).join(',') }),
    lang: language,
  })
  return (
    <div>
      <ButtonAnchor href={`${pathTo(deskExportPath, { kind })}?${query.toString()}`} download>
        {t('foyer.desk.export.download')}
      </ButtonAnchor>
    </div>
  )
}

const peopleOf = ({ kind, state }: Draft) => (kind === 'attendees' && state !== undefined ? { state } : {})
