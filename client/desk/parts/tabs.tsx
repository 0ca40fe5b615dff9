import { Link } from '#client/kit/button/button.tsx'
import { useLocation } from '#client/routing/router.tsx'
import css from './tabs.module.css'

type Tab = {
  readonly to: string
  readonly name: string
  /** The pages beside it in its folder are of it, too. */
  readonly isAbove?: boolean
}

type TabsProps = { readonly label: string; readonly pages: readonly Tab[] }

/** Pages that belong together, in a line below the title. */
export function Tabs({ label, pages }: TabsProps) {
  const { pathname } = useLocation()
  return (
    <nav className={css.tabs} aria-label={label}>
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
