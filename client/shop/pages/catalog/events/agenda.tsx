import { useSearchParams } from 'react-router'
import { Link } from '../../../../kit/link/link.tsx'
import type { BasicEventInfo } from '#contract/event.ts'
import { inLanguage } from '#domain/language/texts.ts'
import { Day } from '../../../../kit/day/day.tsx'
import { Poster } from '../../../../kit/poster/poster.tsx'
import { datesIn } from '../../../../language/dates.ts'
import { useLanguage } from '../../../../language/language-context.ts'
import { withoutChoice } from '../event-choice.ts'
import { Place } from '../place.tsx'
import { shortWhenText } from '../short-when.ts'
import css from './events.module.css'

/** Events under the names of their months. They come ordered by their start. */
export function Agenda({ events }: { events: readonly BasicEventInfo[] }) {
  const { language } = useLanguage()
  const months = Map.groupBy(events, ({ timeZone, datesWithOffset }) =>
    datesIn(language, timeZone).month(datesWithOffset.startDateTime),
  )
  return [...months].map(([month, ofMonth], position) => (
    <section key={month} className={css.month} aria-labelledby={`month-${position}`}>
      <h2 id={`month-${position}`} className={css.monthName} suppressHydrationWarning>
        {month}
      </h2>
      <ul className={css.rows}>
        {ofMonth.map(event => (
          <li key={event.shortName}>
            <AgendaRow event={event} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function AgendaRow({ event }: { event: BasicEventInfo }) {
  const { language, t } = useLanguage()
  const [query] = useSearchParams()
  return (
    <article className={css.row}>
      <Day parts={datesIn(language, event.timeZone).parts(event.datesWithOffset.startDateTime)} />
      <div className={css.words}>
        <h3 className={css.title}>
          <Link to={{ pathname: `/event/${event.shortName}`, search: withoutChoice(query).toString() }}>
            {inLanguage(event.title, language)}
          </Link>
        </h3>
        <p className="soft" suppressHydrationWarning>
          {shortWhenText(event, language, t)}
        </p>
        <Place event={event} />
      </div>
      <div className={css.picture}>
        <Poster file={event.fileBlobId} name={event.shortName} />
      </div>
    </article>
  )
}
