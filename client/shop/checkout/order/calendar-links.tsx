import { useLanguage } from '#client/language/language-context.ts'
import { calendarPath, pathTo } from '#contract/paths.ts'
import css from './order.module.css'

/** Calendars of the web; their forms open in a tab of their own. */
const WEB_CALENDARS = [
  { name: 'Google', type: 'google' },
  { name: 'Outlook', type: 'outlook' },
] as const

/** The event for the visitor's calendar: as a file, which Apple's devices open, or in the form of a calendar of the web. */
export function CalendarLinks({ shortName }: { readonly shortName: string }) {
  const { t, language } = useLanguage()
  const file = pathTo(calendarPath, { shortName, locale: language })
  return (
    <p className={css.calendar}>
      <span>{t('show-event.add-to-calendar')}:</span>
      <a href={file}>
        Apple<span className="unseen"> ({t('foyer.ticket.calendar-file')})</span>
      </a>
      {WEB_CALENDARS.map(({ name, type }) => (
        <a key={type} href={`${file}?type=${type}`} target="_blank" rel="noopener">
          {name}
          <span className="unseen"> ({t('link.new-tab')})</span>
        </a>
      ))}
    </p>
  )
}
