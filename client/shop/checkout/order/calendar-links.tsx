import { useLanguage } from '#client/language/language-context.ts'
import { calendarPath, pathTo } from '#contract/paths.ts'
import css from './order.module.css'

/** The event for the visitor's calendar: as a file, or in the web calendar most people have. */
export function CalendarLinks({ shortName }: { readonly shortName: string }) {
  const { t, language } = useLanguage()
  const file = pathTo(calendarPath, { shortName, locale: language })
  return (
    <p className={css.calendar}>
      {t('show-event.add-to-calendar')}: <a href={file}>{t('foyer.ticket.calendar-file')}</a>
      {' · '}
      <a href={`${file}?type=google`} target="_blank" rel="noopener">
        Google<span className="unseen"> ({t('link.new-tab')})</span>
      </a>
    </p>
  )
}
