import { useEffect } from 'react'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { LanguageChoice } from '#client/frame/shell/shell.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useLocation } from '#client/routing/router.tsx'
import { deskPagePath } from '#contract/paths.ts'
import { meQuery, useMay } from '../session/me.ts'
import { MemberMenu } from './member-menu.tsx'
import { WAYS, isOnWay } from './ways.ts'
import css from './desk-bar.module.css'

/** The bar of the desk: the house, the ways that are there for this member, and who has signed in. */
export function DeskBar() {
  const t = useT()
  const { data: me, error, refetch } = useQuery({ ...meQuery(), enabled: false })
  const isOver = error !== undefined && failureOf(error).kind === 'signed-out'
  const { pathname } = useLocation()
  const ways = useWays()
  useEffect(() => {
    // A role that was given or taken away shows when the member comes back to the tab.
    const onReturn = () => document.visibilityState === 'visible' && me && void refetch()
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [me, refetch])
  return (
    <div className={css.bar}>
      <Link to={deskPagePath} className={css.house}>
        <span className={css.mark} />
        Foyer <span className={css.desk}>{t('foyer.desk.name')}</span>
      </Link>
      {me && !isOver ? (
        <>
          <nav className={css.ways} aria-label={t('foyer.desk.ways')}>
            {ways.map(way => (
              <Link key={way.path} to={way.path} aria-current={isOnWay(way, pathname) ? 'page' : undefined}>
                {t(way.name)}
              </Link>
            ))}
          </nav>
          <MemberMenu me={me} />
        </>
      ) : (
        <div className={css.end}>
          <LanguageChoice />
        </div>
      )}
    </div>
  )
}

/** The ways that are there for the member. */
export function useWays() {
  const may = useMay()
  return WAYS.filter(({ verbs }) => verbs.length === 0 || verbs.some(verb => may(verb)))
}
