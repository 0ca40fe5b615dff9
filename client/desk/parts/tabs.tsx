import { useEffect, useRef } from 'react'
import { Link } from '#client/kit/button/button.tsx'
import { useLocation } from '#client/routing/router.tsx'
import css from './tabs.module.css'

export type Tab = {
  readonly to: string
  readonly name: string
  /** The pages beside it in its folder are of it, too. */
  readonly isAbove?: boolean
}

type TabsProps = { readonly label: string; readonly pages: readonly Tab[] }

/** Pages that belong together, in lines below the title; on a phone one line, with the present page in sight. */
export function Tabs({ label, pages }: TabsProps) {
  const { pathname } = useLocation()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (bar.current) showCurrent(bar.current)
  }, [pathname])
  // The only page of its kind that the member may open has none beside it.
  if (pages.length < 2) return null
  return (
    <nav ref={bar} className={css.tabs} aria-label={label}>
      {pages.map(({ to, name, isAbove = false }) => (
        <Link
          key={to}
          to={to}
          aria-current={(isAbove ? folderOf(pathname) === folderOf(to) : pathname === to) ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** Scrolls the line, never the page, so that the present page is in it as a whole. */
function showCurrent(bar: HTMLElement): void {
  const tab = bar.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!tab) return
  const { left, right } = bar.getBoundingClientRect()
  bar.scrollLeft += Math.max(0, tab.right - right) - Math.max(0, left - tab.left)
}
