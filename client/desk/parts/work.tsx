import { type ReactNode, createContext } from 'react'
import type { DateParts } from '#domain/foundation/language/dates.ts'
import { Day } from '#client/kit/mark/mark.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import css from './work.module.css'

/** The main part of a page of the desk, to which the keyboard can skip. */
export function Work({ children }: { readonly children: ReactNode }) {
  return (
    <InWork value>
      <main id="content" tabIndex={-1} className={css.work}>
        {children}
      </main>
    </InWork>
  )
}

/** Is this within the main part of a page? A page has one. */
export const InWork = createContext(false)

/** The same for one short form. */
export function NarrowWork({ children }: { readonly children: ReactNode }) {
  return (
    <InWork value>
      <main id="content" tabIndex={-1} className={css.work} data-narrow>
        {children}
      </main>
    </InWork>
  )
}

type TitleProps = {
  readonly children: ReactNode
  /** Below it, what it is about. */
  readonly lead?: ReactNode
  /** The date one can point at, before it. */
  readonly day?: DateParts
  /** At its end: its state, and what one came for. */
  readonly acts?: ReactNode
}

/** The head of a page. */
export function Title({ children, lead, day, acts }: TitleProps) {
  return (
    <div className={css.title}>
      {day && <Day parts={day} size="small" />}
      <div className={css.heading}>
        <PageTitle>{children}</PageTitle>
        {lead !== undefined && <div className={css.lead}>{lead}</div>}
      </div>
      {acts !== undefined && <Acts>{acts}</Acts>}
    </div>
  )
}

/** Buttons and links side by side. */
export function Acts({ children }: { readonly children: ReactNode }) {
  return <div className={css.acts}>{children}</div>
}

type PanelProps = {
  readonly title: string
  /** At the end of its heading's line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** The content reaches its edges: a table or a list. */
  readonly flush?: boolean
  readonly id?: string
}

/** A sheet with a heading. */
export function Panel({ title, aside, children, flush = false, id }: PanelProps) {
  return (
    <section className={css.panel} aria-label={title} id={id}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      <div className={css.inside} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}

/** Sheets under each other. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={css.stack}>{children}</div>
}

/** The main column, and a narrow one beside it (below it where there is no room). */
export function Columns({ children, side }: { readonly children: ReactNode; readonly side: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.stack}>{children}</div>
      <div className={css.stack}>{side}</div>
    </div>
  )
}

type TagProps = { readonly children: ReactNode; readonly tone?: 'plain' | 'good' | 'warn' | 'bad' | 'off' }

/** A word or two about a state, with a mark that does not depend on its colour. */
export function Tag({ children, tone = 'plain' }: TagProps) {
  return (
    <span className={css.tag} data-tone={tone}>
      {children}
    </span>
  )
}
