import type { ReactNode } from 'react'
import css from './fields.module.css'

/** Fields beside each other where there is room; those that need the whole line take it. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className={css.fields}>{children}</div>
}
