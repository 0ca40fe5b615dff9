import { type ReactNode, createContext, use, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import css from './page-title.module.css'

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
    <h1 ref={heading} tabIndex={-1} className={css.title} lang={lang} data-quiet={quiet || undefined}>
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
