import { CheckboxField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Described } from './calls.ts'
import css from './exports.module.css'

type ColumnChecksProps = {
  readonly facts: Described
  readonly without: ReadonlySet<string>
  readonly onChange: (without: ReadonlySet<string>) => void
}

/** The columns of the file: all of them, until some are left out. */
export function ColumnChecks({ facts, without, onChange }: ColumnChecksProps) {
  const t = useT()
  const toggle = (key: string) => {
    const next = new Set(without)
    if (!next.delete(key)) next.add(key)
    onChange(next)
  }
  return (
    <fieldset className={css.columns}>
      <legend>{t('foyer.desk.attendees.columns')}</legend>
      {facts.columns.map(({ key, label }) => (
        <CheckboxField
          key={key}
          id={`column-${key}`}
          label={label}
          checked={!without.has(key)}
          onChange={() => toggle(key)}
        />
      ))}
    </fieldset>
  )
}
