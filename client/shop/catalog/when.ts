import type { BasicEventInfo } from '#contract/event.ts'
import { datesIn } from '#client/language/formats.ts'
import type { Translate } from '#client/language/language-context.ts'

export type Timed = Pick<BasicEventInfo, 'datesWithOffset' | 'sameDay' | 'timeZone'>

/** When an event takes place, in words: "Saturday 15 May 2027, 09:00 to 17:30". */
export function whenText(event: Timed, language: string, t: Translate): string {
  const { startDateTime: start, endDateTime: end } = event.datesWithOffset
  const dates = datesIn(language, event.timeZone)
  // The wire says 0 where there is no end.
  if (end === 0) return dates.moment(start)
  if (event.sameDay) {
    const hours = t('event-days.single-day.hours', dates.time(start), dates.time(end))
    return `${dates.day(start)}, ${onOneLine(hours)}`
  }
  const from = t('event-days.not-same-day', dates.day(start), dates.time(start))
  const to = t('event-days.not-same-day', dates.day(end), dates.time(end))
  return `${t('event-days.from')} ${from} ${t('event-days.to')} ${to}`
}

const onOneLine = (text: string): string => text.replaceAll(' ', '\u00a0')
