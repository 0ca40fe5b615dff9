import type { ReactNode } from 'react'
import css from './badge.module.css'

export type BadgeTone = 'plain' | 'warn' | 'good' | 'accent'

/** A word or two about the state of something. */
export function Badge({ children, tone = 'plain' }: { children: ReactNode; tone?: BadgeTone }) {
  return (
    <span className={css.badge} data-tone={tone}>
      {children}
    </span>
  )
}
