import { type ReactNode, useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useT } from '../../language/language-context.ts'
import { HeldSlot } from '../held/held-slot.tsx'
import { wake } from '../early/awake.ts'
import { Banners } from './banners.tsx'
import { Companions } from './companions.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { TopBar } from './top-bar.tsx'
import css from './shell.module.css'

/** What surrounds every page. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useT()
  const { pathname } = useLocation()
  useTopOfNewPage()
  useEffect(wake, [])
  return (
    <>
      <Companions />
      <a href="#content" className={css.skip}>
        {t('foyer.skip-to-content')}
      </a>
      <header>
        <Banners />
        <TopBar />
        <HeldSlot />
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
