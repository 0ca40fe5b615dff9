import { CheckboxField, FieldError, FieldPair, SelectField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import type { Draft } from './draft.ts'
import type { Described } from './calls.ts'
import css from './exports.module.css'

type ScheduleFieldsProps = {
  readonly draft: Draft
  readonly facts: Described
  readonly timezone: string
  readonly problemOf: (field: string) => string | undefined
  readonly onChange: (changes: Partial<Draft>) => void
}

const KINDS = ['NONE', 'DAILY', 'WEEKLY', 'MONTHLY'] as const
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
/** A Monday, and the beginning of a day. */
const MONDAY = Date.UTC(2027, 0, 4)
const HOUR_MS = 3_600_000

/** Whether the export is mailed: when, and to whom. */
export function ScheduleFields({ draft, facts, timezone, problemOf, onChange }: ScheduleFieldsProps) {
  const { t, language } = useLanguage()
  const { schedule } = draft
  const dates = datesIn(language, 'UTC')
  return (
    <>
      <FieldPair>
        <SelectField
          id="schedule"
          label={t('foyer.desk.export.schedule')}
          value={schedule}
          error={problemOf('schedule')}
          onChange={({ target }) => onChange({ schedule: KINDS.find(each => each === target.value) ?? 'NONE' })}
        >
          {KINDS.map(each => (
            <option key={each} value={each}>
              {t(`foyer.desk.export.schedule.${each.toLowerCase()}`)}
            </option>
          ))}
        </SelectField>
        {schedule !== 'NONE' && (
          <SelectField
            id="hour"
            label={t('foyer.desk.export.hour', timezone)}
            value={draft.hour}
            onChange={({ target }) => onChange({ hour: Number(target.value) })}
          >
            {Array.from({ length: 24 }, (_, hour) => (
              <option key={hour} value={hour}>
                {dates.time(MONDAY + hour * HOUR_MS)}
              </option>
            ))}
          </SelectField>
        )}
      </FieldPair>
      <DayField draft={draft} onChange={onChange} />
      {schedule !== 'NONE' && (
        <Recipients draft={draft} facts={facts} error={problemOf('recipients')} onChange={onChange} />
      )}
    </>
  )
}

type Changing = Pick<ScheduleFieldsProps, 'draft' | 'onChange'>

/** On which day of the week or the month. */
function DayField({ draft: { schedule, weekday, day }, onChange }: Changing) {
  const { t, language } = useLanguage()
  if (schedule === 'MONTHLY') {
    return (
      <SelectField
        id="day"
        label={t('foyer.desk.export.day')}
        hint={t('foyer.desk.export.day.hint')}
        value={day}
        onChange={({ target }) => onChange({ day: Number(target.value) })}
      >
        {Array.from({ length: 31 }, (_, index) => (
          <option key={index} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </SelectField>
    )
  }
  if (schedule !== 'WEEKLY') return null
  const dates = datesIn(language, 'UTC')
  const nameOf = (moment: number) => dates.tile(moment, moment).weekday
  return (
    <SelectField
      id="weekday"
      label={t('foyer.desk.export.weekday')}
      value={weekday}
      onChange={({ target }) => onChange({ weekday: Number(target.value) })}
    >
      {WEEKDAYS.map(each => (
        <option key={each} value={each}>
          {nameOf(MONDAY + (each - 1) * 24 * HOUR_MS)}
        </option>
      ))}
    </SelectField>
  )
}

type RecipientsProps = Changing & Pick<ScheduleFieldsProps, 'facts'> & { readonly error: string | undefined }

function Recipients({ draft: { recipients }, facts, error, onChange }: RecipientsProps) {
  const { t } = useLanguage()
  const toggle = (id: number) => {
    const next = new Set(recipients)
    if (!next.delete(id)) next.add(id)
    onChange({ recipients: next })
  }
  return (
    <fieldset className={css.columns} id="recipients">
      <legend>{t('foyer.desk.export.recipients')}</legend>
      {facts.recipients.map(({ id, name, email }) => (
        <CheckboxField
          key={id}
          id={`recipient-${id}`}
          label={email === '' ? name : `${name}, ${email}`}
          checked={recipients.has(id)}
          onChange={() => toggle(id)}
        />
      ))}
      <FieldError id="recipients" error={error} />
    </fieldset>
  )
}
