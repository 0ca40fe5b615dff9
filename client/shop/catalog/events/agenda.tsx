import type { BasicEventInfo } from '#contract/event.ts'
import { grouped } from '#client/frame/grouped.ts'
import { datesIn } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { EventRows } from '../event-rows.tsx'
import css from './events.module.css'

/** Events under the names of their months. They come ordered by their start. */
export function Agenda({ events }: { events: readonly BasicEventInfo[] }) {
  const { language } = useLanguage()
  const months = grouped(events, ({ timeZone, datesWithOffset }) =>
    datesIn(language, timeZone).month(datesWithOffset.startDateTime),
  )
  return [...months].map(([month, ofMonth], position) => (
    <section key={month} className={css.month} aria-labelledby={`month-${position}`}>
      <h2 id={`month-${position}`} className={css.monthName} suppressHydrationWarning>
        {month}
      </h2>
      <EventRows events={ofMonth} />
    </section>
  ))
}
