import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useLocation, useSearchParams } from '#client/routing/router.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { passesQuery } from '../shell/calls/offer-queries.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import css from './pass-in-use.module.css'

export type PassInUseProps = {
  /** On the list of its events, of an event that takes it, or of one that takes none. */
  readonly where: 'events' | 'event' | 'other-event'
}

/** Which pass the visitor goes through the shop with, and the way to go on without. */
export function PassInUse({ where }: PassInUseProps) {
  const { language, t } = useLanguage()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const pass = usedPassOf(query)
  const { data: passes } = useQuery({ ...passesQuery({}), enabled: pass !== undefined })
  const offered = passes?.find(({ id }) => id === pass)
  // A pass on offer has no owner yet: it counts for no order.
  if (pass === undefined || (offered && where !== 'events')) return null
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
        {offered
          ? t('foyer.pass.used.offered', inLanguage(offered.title, language))
          : t(`foyer.pass.used.${where}`, shortPassNumber(pass))}
      </Notice>
    </div>
  )
}

/** The pass that the address names, a bought one or one on offer: `?subscription=` with its number. */
export function usedPassOf(query: URLSearchParams): string | undefined {
  const number = query.get('subscription')?.trim() ?? ''
  return isUuid(number) ? number : undefined
}

/** "4F2E1A90": enough to distinguish one pass from another, and not to use it. */
export const shortPassNumber = (number: string): string => number.slice(0, 8).toUpperCase()

/** The same address without the pass. */
export function withoutUsedPass(query: URLSearchParams): string {
  const rest = new URLSearchParams(query)
  rest.delete('subscription')
  return rest.toString()
}
