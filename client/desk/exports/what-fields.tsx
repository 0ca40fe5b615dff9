import type { ExportedBy } from '#contract/desk-exports.ts'
import { EXPORT_FORMATS, EXPORT_PERIODS } from '#domain/organiser/export/export-kind.ts'
import { FieldPair, SelectField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { Stack } from '../parts/work.tsx'
import type { Draft } from './draft.ts'

type Changing = { readonly draft: Draft; readonly onChange: (changes: Partial<Draft>) => void }

type WhatFieldsProps = Changing & { readonly whose: readonly ExportedBy[]; readonly chosen: ExportedBy }

/** Of what, which kind, in which form and of which time. */
export function WhatFields({ whose, chosen, draft, onChange }: WhatFieldsProps) {
  const t = useT()
  const { kind } = draft
  const others = { without: new Set<string>(), recipients: new Set<number>() }
  const choose = (place: number) => {
    const kinds = whose[place]?.kinds ?? []
    onChange({ ...others, whose: place, kind: kinds.includes(kind) ? kind : (kinds[0] ?? kind) })
  }
  return (
    <Stack>
      <FieldPair>
        <SelectField
          id="whose"
          label={t('foyer.desk.export.whose')}
          value={draft.whose}
          onChange={({ target }) => choose(Number(target.value))}
        >
          {whose.map(({ event, organization, name }, place) => (
            <option key={`${event} ${organization}`} value={place}>
              {event === null ? t('foyer.desk.export.whole', name) : name}
            </option>
          ))}
        </SelectField>
        <SelectField
          id="kind"
          label={t('foyer.desk.export.kind')}
          value={kind}
          onChange={({ target }) => {
            const next = chosen.kinds.find(each => each === target.value)
            if (next) onChange({ ...others, kind: next })
          }}
        >
          {chosen.kinds.map(each => (
            <option key={each} value={each}>
              {t(`foyer.desk.export.kind.${each}`)}
            </option>
          ))}
        </SelectField>
      </FieldPair>
      <FilterFields draft={draft} onChange={onChange} />
    </Stack>
  )
}

/** Of which time, in which form, and of which people. */
export function FilterFields({ draft, onChange }: Changing) {
  return (
    <>
      <FormFields draft={draft} onChange={onChange} />
      {draft.kind === 'attendees' && <StateField draft={draft} onChange={onChange} />}
    </>
  )
}

function FormFields({ draft: { period, format }, onChange }: Changing) {
  const t = useT()
  return (
    <FieldPair>
      <SelectField
        id="period"
        label={t('foyer.desk.export.period')}
        value={period}
        onChange={({ target }) => onChange({ period: EXPORT_PERIODS.find(each => each === target.value) ?? 'ALL' })}
      >
        {EXPORT_PERIODS.map(each => (
          <option key={each} value={each}>
            {t(`foyer.desk.export.period.${each.toLowerCase()}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="format"
        label={t('foyer.desk.export.format')}
        value={format}
        onChange={({ target }) => onChange({ format: EXPORT_FORMATS.find(each => each === target.value) ?? 'csv' })}
      >
        {EXPORT_FORMATS.map(each => (
          <option key={each} value={each}>
            {t(`foyer.desk.export.format.${each}`)}
          </option>
        ))}
      </SelectField>
    </FieldPair>
  )
}

const STATES = ['COMPLETE', 'AWAITED', 'OPEN'] as const

function StateField({ draft: { state }, onChange }: Changing) {
  const t = useT()
  return (
    <SelectField
      id="state"
      label={t('foyer.desk.attendees.state')}
      value={state ?? ''}
      onChange={({ target }) => onChange({ state: STATES.find(each => each === target.value) })}
    >
      {STATES.map(each => (
        <option key={each} value={each}>
          {t(`foyer.desk.attendees.state.${each.toLowerCase()}`)}
        </option>
      ))}
      <option value="">{t('foyer.desk.attendees.state.all')}</option>
    </SelectField>
  )
}
