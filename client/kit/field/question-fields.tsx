import { FieldError, FieldFrame, type FieldTexts, controlProps } from './field.tsx'
import type { ComponentProps } from 'react'
import css from './field.module.css'

type ChoiceGroupProps = FieldTexts & {
  /** One of them, or any of them. */
  readonly kind: 'radio' | 'checkbox'
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: string[]) => void
  readonly disabled?: boolean
}

/** A question with all its answers in sight. The id is that of the first answer, where the error summary leads. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { id, label, optional, hint, error, kind, options } = props
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <fieldset
      className={css.group}
      role={kind === 'radio' ? 'radiogroup' : undefined}
      aria-describedby={describedBy || undefined}
    >
      <legend dir="auto">
        {label}
        {optional && <span className={css.optional}> {optional}</span>}
      </legend>
      {hint && (
        <span className={css.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <FieldError id={id} error={error} />
      {options.map(({ value }, position) => (
        <Choice key={value} {...props} position={position} />
      ))}
    </fieldset>
  )
}

function Choice({
  id,
  kind,
  options,
  chosen,
  onChoose,
  disabled,
  position,
}: ChoiceGroupProps & { readonly position: number }) {
  const { value = '', label = '' } = options[position] ?? {}
  const ownId = position === 0 ? id : `${id}-${position}`
  const choose = (isChosen: boolean) => {
    if (kind === 'radio') return onChoose([value])
    const others = chosen.filter(one => one !== value)
    onChoose(isChosen ? [...others, value] : others)
  }
  return (
    <div className={css.choice}>
      <input
        type={kind}
        id={ownId}
        name={id}
        value={value}
        checked={chosen.includes(value)}
        disabled={disabled}
        onChange={({ target }) => choose(target.checked)}
      />
      <label htmlFor={ownId} dir="auto">
        {label}
      </label>
    </div>
  )
}

type TextAreaFieldProps = FieldTexts & Omit<ComponentProps<'textarea'>, keyof FieldTexts | 'className'>

/** Room for several lines. */
export function TextAreaField({ id, label, optional, hint, error, ...area }: TextAreaFieldProps) {
  return (
    <FieldFrame id={id} label={label} optional={optional} hint={hint} error={error}>
      <textarea rows={3} dir="auto" {...area} {...controlProps({ id, hint, error })} />
    </FieldFrame>
  )
}
