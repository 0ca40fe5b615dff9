import { useSearchParams } from '#client/routing/router.tsx'
import { Link } from '#client/kit/button/button.tsx'
import type { BasicEventInfo } from '#contract/event.ts'
import type { ListedEvent } from '#contract/listed-events.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { Day } from '#client/kit/mark/mark.tsx'
import { Poster } from '#client/kit/poster/poster.tsx'
import { useDates } from '#client/language/use-dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { withoutChoice } from './event-choice.ts'
import { Place, shortWhenText } from './place.tsx'
import { leafOf } from './when-and-where.ts'
import { SaleLine } from './sale-line.tsx'
import css from './event-rows.module.css'

/** An event as a row shows it; without a sale where its list has none. */
type RowEvent = BasicEventInfo & Partial<Pick<ListedEvent, 'sale'>>

type EventRowsProps = {
  readonly events: readonly RowEvent[]
  /** The bought pass that their tickets are going to be taken with; left out: the one that the address names. */
  readonly pass?: string
  /** Each row can be linked to, by `anchorOf`. */
  readonly hasAnchors?: boolean
}

export const anchorOf = ({ shortName }: Pick<RowEvent, 'shortName'>): string => `event-${shortName}`

/** Events one under the other; a whole row leads to its event. */
export function EventRows({ events, pass, hasAnchors = false }: EventRowsProps) {
  return (
    <ul className={css.rows}>
      {events.map(event => (
        <li key={event.shortName} id={hasAnchors ? anchorOf(event) : undefined}>
          <EventRow event={event} pass={pass} />
        </li>
      ))}
    </ul>
  )
}

function EventRow({ event, pass }: { readonly event: RowEvent; readonly pass: string | undefined }) {
  const { language } = useLanguage()
  const dates = useDates(event.timeZone)
  const [query] = useSearchParams()
  const search = withoutChoice(query)
  if (pass !== undefined) search.set('subscription', pass)
  return (
    <article className={css.row}>
      <Day parts={leafOf(event, dates)} />
      <div className={css.words}>
        <h3 className={css.title} dir="auto">
          <Link to={{ pathname: `/event/${event.shortName}`, search: search.toString() }}>
            {inLanguage(event.title, language)}
          </Link>
        </h3>
        <p className="soft" suppressHydrationWarning>
          {shortWhenText(event, dates)}
        </p>
        <Place event={event} />
        <SaleLine sale={event.sale} timeZone={event.timeZone} />
      </div>
      <div className={css.picture}>
        <Poster file={event.fileBlobId} name={event.shortName} sizes="11rem" />
      </div>
    </article>
  )
}
