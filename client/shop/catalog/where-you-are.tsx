import { useLanguage } from '#client/language/language-context.ts'
import { useOwnZone } from '#client/language/use-dates.ts'
import { datesIn, minutesEast } from '#domain/foundation/language/dates.ts'

/** What the visitor's clock shows then, where that is something else: " · 03:00 where you are". Nothing on the server. */
export function WhereYouAre({ instant, timeZone }: { readonly instant: number; readonly timeZone: string }) {
  const { language, t } = useLanguage()
  const zone = useOwnZone()
  if (zone === undefined || minutesEast(zone, instant) === minutesEast(timeZone, instant)) return null
  const [here, there] = [datesIn(language, zone), datesIn(language, timeZone)]
  const isSameDay = here.day(instant) === there.day(instant)
  const shown = isSameDay ? here.time(instant) : here.moment(instant)
  return <span className="soft small"> · {t('foyer.event.where-you-are', shown)}</span>
}
