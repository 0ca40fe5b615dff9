import { failureOf } from '#client/frame/calls/call-result.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useLocation } from '#client/routing/router.tsx'
import { DeskIcon } from '../parts/desk-icon.tsx'
import { meQuery } from '../session/me.ts'
import { useWays } from './desk-bar.tsx'
import { isOnWay } from './ways.ts'
import css from './desk-bar.module.css'

/** On a phone the ways are at the thumb. Nothing on wider screens, where the bar has them. */
export function Dock() {
  const t = useT()
  const { pathname } = useLocation()
  const ways = useWays()
  const { data: me, error } = useQuery({ ...meQuery(), enabled: false })
  if (!me || (error !== undefined && failureOf(error).kind === 'signed-out')) return null
  return (
    <nav className={css.dock} aria-label={t('foyer.desk.ways')}>
      {ways.map(way => (
        <Link key={way.path} to={way.path} aria-current={isOnWay(way, pathname) ? 'page' : undefined}>
          <DeskIcon name={way.icon} size="1.35rem" />
          <span>{t(way.short ?? way.name)}</span>
        </Link>
      ))}
    </nav>
  )
}
