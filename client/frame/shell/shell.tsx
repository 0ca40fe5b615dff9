import { type ReactNode, useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useDeparture } from '../../kit/page/page.tsx'
import { useT } from '../../language/language-context.ts'
import { wake } from '../early/awake.ts'
import { Banners } from './banners.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { TopBar } from './top-bar.tsx'
import css from './shell.module.css'

export type ShellParts = {
  /** What goes along with every page and shows nothing of its own. */
  readonly companions?: ReactNode
  /** In the bar, before the language. */
  readonly account?: ReactNode
  /** Below the bar. */
  readonly notices?: ReactNode
  /** The page. */
  readonly children: ReactNode
}

/** What surrounds every page: a way past it for the keyboard, banners, the bar; the page's own faults end here. */
export function Shell({ companions, account, notices, children }: ShellParts) {
  const t = useT()
  const { pathname } = useLocation()
  useTopOfNewPage()
  useDeparture()
  useEffect(wake, [])
  return (
    <>
      {companions}
      <a href="#content" className={css.skip}>
        {t('foyer.skip-to-content')}
      </a>
      <header>
        <Banners />
        <TopBar>{account}</TopBar>
        {notices}
      </header>
      <main id="content" tabIndex={-1} className={css.content}>
        <ErrorBoundary address={pathname}>{children}</ErrorBoundary>
      </main>
    </>
  )
}

/** A page that was asked for begins at its top; going back finds the place that was left. */
function useTopOfNewPage(): void {
  const { pathname } = useLocation()
  const kind = useNavigationType()
  useEffect(() => {
    if (kind !== NavigationType.Pop) window.scrollTo(0, 0)
  }, [pathname, kind])
}
