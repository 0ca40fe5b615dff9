import { useSearchParams } from 'react-router'
import { Link } from '#client/kit/button/button.tsx'
import type { BasicEventInfo } from '#contract/event.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { Day } from '#client/kit/mark/mark.tsx'
import { Poster } from '#client/kit/poster/poster.tsx'
import { datesIn } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { withoutChoice } from '../event-choice.ts'
import { Place } from '../place.tsx'
import { shortWhenText } from '../short-when.ts'
import css from './event-card.module.css'

type EventCardProps = { readonly event: BasicEventInfo; readonly lead?: boolean }

/** An event as a poster with its date on it. The whole card leads to the event. */
export function EventCard({ event, lead = false }: EventCardProps) {
  const { language, t } = useLanguage()
  const [query] = useSearchParams()
  const title = inLanguage(event.title, language)
  return (
    <article className={css.card} data-lead={lead || undefined}>
      <div className={css.picture}>
        <Poster file={event.fileBlobId} name={event.shortName} first={lead} />
        <div className={css.day}>
          <Day parts={datesIn(language, event.timeZone).parts(event.datesWithOffset.startDateTime)} />
        </div>
      </div>
      <div className={css.words}>
        <h2 className={css.title}>
          <Link to={{ pathname: `/event/${event.shortName}`, search: withoutChoice(query).toString() }}>{title}</Link>
        </h2>
        <p className="soft" suppressHydrationWarning>
          {shortWhenText(event, language, t)}
        </p>
        <Place event={event} />
      </div>
    </article>
  )
}
