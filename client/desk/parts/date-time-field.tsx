import { Suspense, lazy, useState } from 'react'
import { dateFromTyped, dateToType, timeFromTyped } from '#domain/foundation/language/typed-date.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { FieldError, type FieldTexts, controlProps } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { DeskIcon } from './desk-icon.tsx'
import css from './date-time-field.module.css'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

type DateTimeFieldProps = FieldTexts & {
  /** "2027-05-15T09:00:00", local to the event; text that is no date stays as it was typed, and the server refuses it. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** False: a day alone, "2027-05-15". */
  readonly hasTime?: boolean
}

/**
 * A date and a time in the way of the page's language, typed or picked from a calendar. What is typed is read with
 * forbearance, and said back in words.
 */
export function DateTimeField({ value, onChange, hasTime = true, ...texts }: DateTimeFieldProps) {
  const { t, language } = useLanguage()
  const { id, label, hint, error } = texts
  const [date = '', time = ''] = value.split('T')
  const [isOpen, setOpen] = useState(false)
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date)
  const change = (nextDate: string, nextTime: string) => onChange(joined(nextDate, nextTime))
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={css.group}>
      <Legend {...texts} />
      <div className={css.line} data-day={!hasTime || undefined}>
        <TypedInput
          key={`date ${date} ${language}`}
          {...controlProps({ id, hint, error })}
          aria-label={`${label}: ${t('foyer.desk.date')}`}
          shown={isDate ? dateToType(date, language) : date}
          placeholder={dateToType('2027-12-31', language)}
          onTyped={typed => change(dateFromTyped(typed, language, today()) ?? typed, time)}
        />
        <button
          type="button"
          className={css.pick}
          aria-expanded={isOpen}
          aria-label={`${label}: ${t('foyer.desk.calendar')}`}
          onClick={() => setOpen(!isOpen)}
        >
          <DeskIcon name="calendar" />
        </button>
        {hasTime && (
          <TypedInput
            key={`time ${time}`}
            id={`${id}-time`}
            aria-label={`${label}: ${t('foyer.desk.time')}`}
            aria-invalid={error ? true : undefined}
            shown={time.slice(0, 5)}
            placeholder="19:30"
            onTyped={typed => change(date, timeFromTyped(typed) ?? typed)}
          />
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <Calendar
            label={label}
            value={isDate ? date : ''}
            onPick={picked => {
              change(picked, time)
              setOpen(false)
              document.getElementById(id)?.focus()
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {isDate && <span className={css.said}>{datesIn(language, 'UTC').day(Date.parse(`${date}T12:00:00Z`))}</span>}
    </div>
  )
}

/** What the frame of every field says, above its two controls. */
function Legend({ id, label, optional, hint, error }: FieldTexts) {
  return (
    <>
      <span id={`${id}-label`} className={css.label}>
        {label}
        {optional && <span className={css.optional}> {optional}</span>}
      </span>
      {hint && (
        <span className={css.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <FieldError id={id} error={error} />
    </>
  )
}

type TypedInputProps = {
  readonly id?: string
  readonly 'aria-label': string
  readonly 'aria-invalid'?: boolean | undefined
  readonly 'aria-describedby'?: string | undefined
  readonly shown: string
  readonly placeholder: string
  readonly onTyped: (typed: string) => void
}

/** Takes what was typed when it is left, or Enter is pressed, so that half a date is not judged. */
function TypedInput({ shown, onTyped, ...rest }: TypedInputProps) {
  const take = (typed: string) => typed !== shown && onTyped(typed.trim())
  return (
    <input
      {...rest}
      autoComplete="off"
      inputMode="text"
      defaultValue={shown}
      onBlur={event => take(event.target.value)}
      onKeyDown={event => event.key === 'Enter' && take(event.currentTarget.value)}
    />
  )
}

/** Without a time the date alone; without both nothing. */
const joined = (date: string, time: string): string =>
  date === '' && time === '' ? '' : time === '' ? date : `${date}T${/^\d{2}:\d{2}$/.test(time) ? `${time}:00` : time}`

/** By the clock of this computer: what a date without a year is meant from. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
