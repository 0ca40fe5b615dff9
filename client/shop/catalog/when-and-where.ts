import type { BasicEventInfo } from '#contract/event.ts'
import { datesIn, minutesEast } from '#client/language/formats.ts'
import type { Translate } from '#client/language/language-context.ts'
import { useSyncExternalStore } from 'react'

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

/**
 * The visitor's time zone where its clock shows something else than the event's at that instant; undefined where it
 * doesn't, and on the server, which can't know.
 */
export function useDifferentZone(eventZone: string, instant: number): string | undefined {
  const own = useSyncExternalStore(neverChanges, ownZone, unknownZone)
  if (own === undefined) return undefined
  return minutesEast(own, instant) === minutesEast(eventZone, instant) ? undefined : own
}

const neverChanges = () => () => {}
const ownZone = (): string | undefined => Intl.DateTimeFormat().resolvedOptions().timeZone
const unknownZone = (): string | undefined => undefined

/** What people call a place, and how to find it. */
type PlaceParts = { readonly name: string; readonly address: readonly string[] }

/** Organisers write a place in one line or several; its first part is the name. */
export function placeParts(location: string | null): PlaceParts {
  const [name = '', ...address] = (location ?? '')
    .split(/[\n,]/)
    .map(part => part.trim())
    .filter(part => part !== '')
  return { name, address }
}

/** The address of a map of a place, at OpenStreetMap. */
export const openMapOf = ({ name, address }: PlaceParts): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent([name, ...address].join(', '))}`
