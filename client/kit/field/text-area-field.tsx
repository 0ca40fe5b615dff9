import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts, controlProps } from './field.tsx'

type TextAreaFieldProps = FieldTexts & Omit<ComponentProps<'textarea'>, keyof FieldTexts | 'className'>

/** Room for several lines. */
export function TextAreaField({ id, label, optional, hint, error, ...area }: TextAreaFieldProps) {
  return (
    <FieldFrame id={id} label={label} optional={optional} hint={hint} error={error}>
      <textarea rows={3} {...area} {...controlProps({ id, hint, error })} />
    </FieldFrame>
  )
}
