import { type ReactNode, createContext, use, useEffect, useRef } from 'react'
import { useLocation } from '#client/routing/router.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './page.module.css'

/**
 * The main part of a page, to which the keyboard can skip; a footer comes after it. `narrow` is for one column of reading or
 * of form.
 */
export function Page({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <main id="content" tabIndex={-1} className={css.page} data-narrow={narrow || undefined}>
      {children}
    </main>
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

/** Remembers for which address the heading had its focus; the first page of a visit leaves the focus alone. */
export const ArrivalContext = createContext<{ current: string }>({ current: '' })

type PageTitleProps = {
  readonly children: ReactNode
  /** Smaller, for the steps of a purchase, where the form is what matters. */
  readonly quiet?: boolean
  /** Where it isn't that of the page. */
  readonly lang?: string | undefined
}

/** The page's one heading. It takes the focus when the visitor arrives from another page. */
export function PageTitle({ children, quiet = false, lang }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrival = use(ArrivalContext)
  const { pathname } = useLocation()

  useEffect(() => {
    if (arrival.current === pathname) return
    arrival.current = pathname
    heading.current?.focus({ preventScroll: true })
  }, [arrival, pathname])

  return (
    <h1 ref={heading} tabIndex={-1} className={css.title} dir="auto" lang={lang} data-quiet={quiet || undefined}>
      {children}
    </h1>
  )
}

/**
 * Around the pages: a visitor who leaves the address of a heading arrives anew on coming back, even where what came
 * between had no heading of its own (an address that led on, as the overview does to the details). Effects of a page run
 * before those around it: a heading that came along with the address has taken the focus by then.
 */
export function useDeparture(): void {
  const arrival = use(ArrivalContext)
  const { pathname } = useLocation()
  useEffect(() => {
    if (arrival.current !== pathname) arrival.current = ''
  }, [arrival, pathname])
}

/** Names the browser tab: "Your details · Alpine Systems Days". */
export function useTabTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
}

/** Names the tab by what a page is, and the shop, whose name is in the document: "My orders · Foyer". */
export function useHouseTitle(...parts: readonly (string | undefined)[]): void {
  useTabTitle([...parts, globalThis.document?.documentElement.dataset['house']].filter(Boolean).join(' · '))
}

/** The shape of what is coming, for the eyes; for the ears, one word. */
export function Loading({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <div role="status" className={css.loading}>
      <span className="unseen">{t('foyer.loading')}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** One bar of a shape; sizes in CSS units. */
export function Shape({
  width = '100%',
  height = '1rem',
  round = false,
}: {
  width?: string
  height?: string
  round?: boolean
}) {
  return <div className={css.shape} data-round={round || undefined} style={{ inlineSize: width, blockSize: height }} />
}

/** Lines of text to come. */
export function TextShape({ lines = 3 }: { lines?: number }) {
  return (
    <div className={css.lines}>
      {Array.from({ length: lines }, (_, line) => (
        <Shape key={line} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </div>
  )
}
