import type { BasicEventInfo } from '#contract/event.ts'
import { Badge } from '#client/kit/mark/mark.tsx'
import { useT } from '#client/language/language-context.ts'
import { type Timed, placeParts, whenText } from './when-and-where.ts'
import type { Dates } from '#domain/foundation/language/dates.ts'
import css from './place.module.css'

/** Where an event takes place, in a line. */
export function Place({ event: { format, location } }: { event: Pick<BasicEventInfo, 'format' | 'location'> }) {
  const t = useT()
  return (
    <p className={css.place}>
      {format === 'ONLINE' || !location ? null : (
        <span className="soft" dir="auto">
          {shortPlace(location)}
        </span>
      )}
      {format === 'IN_PERSON' ? null : (
        <Badge>{t(format === 'HYBRID' ? 'foyer.event.also-online' : 'event.online.badge')}</Badge>
      )}
    </p>
  )
}

/** Its name, and the last part of the address, which is the town. No line ends within "6900 Lugano". */
function shortPlace(location: string): string {
  const { name, address } = placeParts(location)
  return [name, ...address.slice(-1)].join(', ').replace(/(\d) /g, '$1\u00a0')
}

/**
 * When an event takes place, in a list, where the leaf beside it shows the weekday: several days are written as days,
 * "9–10 June 2027".
 */
export function shortWhenText(event: Timed, dates: Dates): string {
  const { startDateTime: start, endDateTime: end } = event.datesWithOffset
  if (event.sameDay || end === 0) return whenText(event, dates)
  return dates.days(start, end)
}
