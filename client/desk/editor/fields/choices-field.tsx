import { useT } from '#client/language/language-context.ts'
import { FieldError } from '#client/kit/field/field.tsx'
import { type Path, controlId, listOf, textOf, valueAt } from '../member.ts'
import { useFields } from './field-context.ts'
import css from './fields.module.css'

type ChoicesFieldProps = { readonly name: string; readonly options: readonly string[]; readonly path: Path }

/** Any of several, in the order of the list. */
export function ChoicesField({ name, options, path }: ChoicesFieldProps) {
  const t = useT()
  const { draft, change, problemOf } = useFields()
  const chosen = listOf(valueAt(draft, path)).map(textOf)
  const id = controlId(path)
  const toggle = (option: string) =>
    change(
      path,
      options.filter(each => (each === option ? !chosen.includes(each) : chosen.includes(each))),
    )
  return (
    <fieldset
      className={css.group}
      id={id}
      tabIndex={-1}
      aria-describedby={problemOf(path) ? `${id}-error` : undefined}
    >
      <legend>{t(`foyer.desk.member.${name}`)}</legend>
      <FieldError id={id} error={problemOf(path)} />
      <div className={css.choices}>
        {options.map(option => (
          <label key={option}>
            <input type="checkbox" checked={chosen.includes(option)} onChange={() => toggle(option)} />
            {t(`foyer.desk.option.${option}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
