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

/** Names the browser tab: "Your details · Alpine Systems Days". */
export function useTabTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
}
