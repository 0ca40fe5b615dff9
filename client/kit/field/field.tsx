import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../mark/mark.tsx'
import css from './field.module.css'

/** What every field says around its control: the label above, then the hint, then the error, then the control. */
export type FieldTexts = {
  readonly id: string
  readonly label: string
  /** Shown after the label when the field may stay empty: "(optional)". */
  readonly optional?: string | undefined
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

export type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, keyof FieldTexts | 'className'>

export function TextField({ id, label, optional, hint, error, ...input }: TextFieldProps) {
  return (
    <FieldFrame id={id} label={label} optional={optional} hint={hint} error={error}>
      <input dir="auto" {...input} {...controlProps({ id, hint, error })} />
    </FieldFrame>
  )
}

export type SelectFieldProps = FieldTexts & Omit<ComponentProps<'select'>, keyof FieldTexts | 'className'>

export function SelectField({ id, label, optional, hint, error, children, ...select }: SelectFieldProps) {
  return (
    <FieldFrame id={id} label={label} optional={optional} hint={hint} error={error}>
      <select dir="auto" {...select} {...controlProps({ id, hint, error })}>
        {children}
      </select>
    </FieldFrame>
  )
}

export type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & {
  readonly id: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

export function CheckboxField({ id, label, hint, error, ...input }: CheckboxFieldProps) {
  return (
    <div className={css.field}>
      <FieldError id={id} error={error} />
      <div className={css.choice}>
        <input type="checkbox" {...input} {...controlProps({ id, hint, error })} />
        <label htmlFor={id} dir="auto">
          {label}
        </label>
      </div>
      {hint && (
        <span className={css.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** Two fields that belong together, beside each other where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}

/** The frame of one control. */
export function FieldFrame({ id, label, optional, hint, error, children }: FieldTexts & { children: ReactNode }) {
  return (
    <div className={css.field}>
      <label htmlFor={id} dir="auto">
        {label}
        {optional && <span className={css.optional}> {optional}</span>}
      </label>
      {hint && (
        <span className={css.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <FieldError id={id} error={error} />
      {children}
    </div>
  )
}

/** What is wrong with the control of this id; the control refers to it as `<id>-error`. */
export function FieldError({ id, error }: Pick<FieldTexts, 'id' | 'error'>) {
  if (!error) return null
  return (
    <span className={css.wrong} id={`${id}-error`}>
      <Icon name="alert" size="1.1rem" />
      {error}
    </span>
  )
}

/** How a control refers to what its frame says. */
export function controlProps({ id, hint, error }: Pick<FieldTexts, 'id' | 'hint' | 'error'>) {
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined }
}
