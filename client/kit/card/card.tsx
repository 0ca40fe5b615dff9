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

type StubProps = {
  /** What it is: heading and text. */
  readonly children: ReactNode
  /** Behind the perforation: what it costs, and how to take it. */
  readonly tear: ReactNode
  /** Can't be bought now. */
  readonly off?: boolean
}

/** A ticket to tear off. The notch and the dashed edge belong to tickets and are used for nothing else. */
export function Stub({ children, tear, off = false }: StubProps) {
  return (
    <article className={css.stub} data-off={off || undefined}>
      <div className={css.paper}>
        <div className={css.what}>{children}</div>
        <div className={css.tear}>{tear}</div>
      </div>
    </article>
  )
}

/** Stubs under each other. */
export function Stubs({ children }: { children: ReactNode }) {
  return <ul className={css.stubs}>{children}</ul>
}
