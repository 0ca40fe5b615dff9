import { Link } from '#client/kit/button/button.tsx'
import { useLocation } from '#client/routing/router.tsx'
import css from './tabs.module.css'

type TabsProps = { readonly label: string; readonly pages: readonly { readonly to: string; readonly name: string }[] }

/** Pages that belong together, in a line below the title. */
export function Tabs({ label, pages }: TabsProps) {
  const { pathname } = useLocation()
  return (
    <nav className={css.tabs} aria-label={label}>
      {pages.map(({ to, name }) => (
        <Link key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
