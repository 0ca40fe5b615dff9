import { organizerAtomPath, organizerCalendarPath, pathTo, shopAtomPath, shopCalendarPath } from '#contract/paths.ts'
import { useLanguage } from '#client/language/language-context.ts'
import css from './feed-links.module.css'

/** The same events as a calendar and as a feed, for those who want to follow them. */
export function FeedLinks({ organizerSlug }: { organizerSlug: string | undefined }) {
  const { language, t } = useLanguage()
  const calendar = organizerSlug === undefined ? shopCalendarPath : pathTo(organizerCalendarPath, { organizerSlug })
  const atom = organizerSlug === undefined ? shopAtomPath : pathTo(organizerAtomPath, { organizerSlug })
  return (
    <p className={css.feeds}>
      <a href={`${calendar}?lang=${language}`} type="text/calendar">
        {t('foyer.feeds.calendar')}
      </a>
      <a href={`${atom}?lang=${language}`} type="application/atom+xml">
        {t('foyer.feeds.atom')}
      </a>
    </p>
  )
}
