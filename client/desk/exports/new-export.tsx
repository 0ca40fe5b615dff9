import { useState } from 'react'
import type { ExportedBy } from '#contract/desk-exports.ts'
import { deskExportPath, deskSavedExportsPath, pathTo } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonAnchor, ButtonRow } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useOwnZone } from '#client/language/use-dates.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Stack } from '../parts/work.tsx'
import { type Described, columnsQuery, named } from './calls.ts'
import { ColumnChecks } from './column-checks.tsx'
import { type Draft, draftOf, scheduleOf } from './draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { WhatFields } from './what-fields.tsx'

type NewExportProps = { readonly whose: readonly ExportedBy[]; readonly onSaved: () => unknown }

/** What is exported; downloaded at once, or saved. */
export function NewExport({ whose, onSaved }: NewExportProps) {
  const [address] = useSearchParams()
  const [draft, setDraft] = useState(() => draftOf(address, whose))
  const change = (changes: Partial<Draft>) => setDraft(before => ({ ...before, ...changes }))
  const chosen = whose[draft.whose]
  const described = useQuery({
    ...columnsQuery(draft.kind, chosen ?? { event: null, organization: 0 }),
    enabled: chosen !== undefined,
  })
  if (!chosen) return null
  return (
    <Stack>
      <WhatFields whose={whose} chosen={chosen} draft={draft} onChange={change} />
      <Loaded query={described}>
        {facts => <Finish draft={draft} chosen={chosen} facts={facts} onChange={change} onSaved={onSaved} />}
      </Loaded>
    </Stack>
  )
}

type FinishProps = {
  readonly draft: Draft
  readonly chosen: ExportedBy
  readonly facts: Described
  readonly onChange: (changes: Partial<Draft>) => void
  readonly onSaved: () => unknown
}

/** Its columns, and what is done with it. */
function Finish({ draft, chosen, facts, onChange, onSaved }: FinishProps) {
  const { t, language } = useLanguage()
  const ownZone = useOwnZone() ?? 'UTC'
  const timezone = facts.timezone ?? ownZone
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const { kind, format, period, name } = draft
  const columns = facts.columns.flatMap(({ key }) => (draft.without.has(key) ? [] : [key]))
  const people = kind === 'attendees' && draft.state !== undefined ? { state: draft.state } : {}
  const save = () => {
    const { event, organization } = chosen
    const whose = event === null ? { organization } : { event }
    const schedule = scheduleOf(draft) ?? null
    const recipients = schedule === null ? [] : [...draft.recipients]
    const body = { name, kind, format, columns, period, timezone, ...whose, ...people, schedule, recipients }
    return send(
      () => server().call('POST', deskSavedExportsPath, { body }),
      result => {
        if (result.kind !== 'done') return
        onChange({ name: '', schedule: 'NONE' })
        void onSaved()
      },
    )
  }
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(named(chosen)).map(([key, id]) => [key, String(id)])),
    format,
    period,
    timezone,
    ...people,
    ...(draft.without.size > 0 && { columns: columns.join(',') }),
    lang: language,
  })
  return (
    <Form problems={problems} title={t('foyer.desk.export.refused')} onSubmit={save}>
      <ColumnChecks facts={facts} without={draft.without} onChange={without => onChange({ without })} />
      <div>
        <ButtonAnchor href={`${pathTo(deskExportPath, { kind })}?${query.toString()}`} download>
          {t('foyer.desk.export.download')}
        </ButtonAnchor>
      </div>
      <h3>{t('foyer.desk.export.save.title')}</h3>
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
        <Button type="submit" tone="quiet" busy={isSending}>
          {t('foyer.desk.export.save')}
        </Button>
      </ButtonRow>
    </Form>
  )
}
