import { useLocation, useSearchParams } from 'react-router'
import { Link } from '#client/kit/link/link.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './pass-in-use.module.css'
import { shortPassNumber, usedPassOf, withoutUsedPass } from './used-pass.ts'

type PassInUseProps = {
  /** On the list of its events, of an event that takes it, or of one that takes none. */
  readonly where: 'events' | 'event' | 'other-event'
}

/** Which pass the visitor goes through the shop with, and the way to go on without. */
export function PassInUse({ where }: PassInUseProps) {
  const t = useT()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const pass = usedPassOf(query)
  if (pass === undefined) return null
  return (
    <div className={css.used}>
      <Notice
        tone={where === 'other-event' ? 'warn' : 'good'}
        action={
          <Link to={{ pathname, search: withoutUsedPass(query) }}>
            {t(where === 'events' ? 'foyer.pass.used.show-all' : 'foyer.pass.used.drop')}
          </Link>
        }
      >
        {t(`foyer.pass.used.${where}`, shortPassNumber(pass))}
      </Notice>
    </div>
  )
}
