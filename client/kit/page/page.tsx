import type { ReactNode } from 'react'
import css from './page.module.css'

/** The width of a page. `narrow` is for one column of reading or of form. */
export function Page({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <div className={css.page} data-narrow={narrow || undefined}>
      {children}
    </div>
  )
}

/** Content, and beside it (below it on a phone) what stays in sight. */
export function Beside({ children, aside, asideLabel }: { children: ReactNode; aside: ReactNode; asideLabel: string }) {
  return (
    <div className={css.beside}>
      <div>{children}</div>
      <aside className={css.aside} aria-label={asideLabel}>
        {aside}
      </aside>
    </div>
  )
}

/** A part of a page with its heading. */
export function Section({ title, children, id }: { title: ReactNode; children: ReactNode; id?: string }) {
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id} tabIndex={id === undefined ? undefined : -1}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** On a phone: the sum and the main action within the thumb's reach. Nothing on wider screens. */
export function ThumbBar({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className={css.thumb}>
      <div>{children}</div>
      {action}
    </div>
  )
}
