import { useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Link } from '#client/kit/button/button.tsx'
import { type LanguageSetting, useLanguage } from '#client/language/language-context.ts'
import { pluralOf } from '#domain/foundation/language/plural.ts'
import { withoutChoice } from '../event-choice.ts'
import css from './found.module.css'

/**
 * How many events the choice leaves, read out to those who don't see the list change; what to try when it leaves none;
 * and the way back to everything.
 */
export function Found({ count, isChosen }: { count: number; isChosen: boolean }) {
  const setting = useLanguage()
  const { t } = setting
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const told = useRef<HTMLParagraphElement>(null)
  return (
    <div className={css.found}>
      <p role="status" tabIndex={-1} ref={told} className={css.count}>
        {countText(count, setting)}
      </p>
      {count === 0 ? <p className="soft">{t('foyer.search.nothing.text')}</p> : null}
      {isChosen ? (
        // The link goes when it has been followed; the focus must not go with it.
        <Link to={{ pathname, search: withoutChoice(query).toString() }} onClick={() => told.current?.focus()}>
          {t('foyer.search.show-all')}
        </Link>
      ) : null}
    </div>
  )
}

function countText(count: number, { language, t }: LanguageSetting): string {
  if (count === 0) return t('foyer.search.nothing')
  return t(`foyer.search.found.${pluralOf(language, count)}`, count)
}
