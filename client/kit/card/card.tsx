import type { ReactNode } from 'react'
import css from './card.module.css'

type CardProps = {
  readonly children: ReactNode
  readonly as?: 'div' | 'section' | 'article'
  readonly 'aria-labelledby'?: string
}

/** A sheet of paper on the page. */
export function Card({ children, as: Element = 'div', ...rest }: CardProps) {
  return (
    <Element {...rest} className={css.card}>
      {children}
    </Element>
  )
}

type FoldProps = {
  readonly summary: ReactNode
  readonly children: ReactNode
  readonly open?: boolean
  readonly onToggle?: (open: boolean) => void
}

/** A card that opens and closes. What is inside stays in the page, so nothing typed is lost. */
export function Fold({ summary, children, open = false, onToggle }: FoldProps) {
  return (
    <details className={css.fold} open={open} onToggle={event => onToggle?.(event.currentTarget.open)}>
      <summary>{summary}</summary>
      <div className={css.inside}>{children}</div>
    </details>
  )
}
