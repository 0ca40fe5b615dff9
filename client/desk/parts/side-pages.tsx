import { useEffect, useRef } from 'react'
import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import type { To } from '#client/routing/router.tsx'
import css from './side-pages.module.css'

type SidePage = {
  readonly key: string
  readonly to: To
  readonly name: string
  /** By the word that assistive technology reads for it. */
  readonly current?: 'page' | 'true' | undefined
  /** Something in it is not saved yet. */
  readonly isChanged?: boolean
}

/** The parts of a page, beside it; on a phone one line above it, with the present part in sight. */
export function SidePages({ label, pages }: { readonly label: string; readonly pages: readonly SidePage[] }) {
  const t = useT()
  const line = useRef<HTMLElement>(null)
  const current = pages.findIndex(page => page.current)
  useEffect(() => {
    const link = line.current?.querySelector<HTMLElement>('[aria-current]')
    if (link && line.current) line.current.scrollLeft = link.offsetLeft - BEFORE_CURRENT
    // More of them may come with what is read.
  }, [current])
  return (
    <nav ref={line} className={css.pages} aria-label={label}>
      {pages.map(page => (
        <Link key={page.key} to={page.to} aria-current={page.current}>
          {page.name}
          {page.isChanged && (
            <span className={css.dot}>
              <span className="unseen">{t('foyer.desk.not-saved')}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** Pixels of the part before that stay in sight. */
const BEFORE_CURRENT = 48
