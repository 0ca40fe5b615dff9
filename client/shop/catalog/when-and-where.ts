import type { BasicEventInfo } from '#contract/event.ts'
import type { DateParts, Dates } from '#domain/foundation/language/dates.ts'

export type Timed = Pick<BasicEventInfo, 'datesWithOffset' | 'sameDay' | 'timeZone'>

/** When an event takes place, in words: "Saturday 15 May 2027, 09:00–17:30". */
export const whenText = (event: When, dates: Dates): string => whenLines(event, dates).join(' ')

type When = Pick<BasicEventInfo, 'datesWithOffset'>

/** The same on a line for each of two days. The wire says 0 where there is no end. */
export function whenLines(
  { datesWithOffset: { startDateTime: start, endDateTime: end } }: When,
  dates: Dates,
): readonly string[] {
  return end === 0 ? [dates.moment(start)] : dates.spanLines(start, end)
}

/** The leaf of a calendar for an event: one day, or the first and the last of several. */
export function leafOf(
  { datesWithOffset: { startDateTime: start, endDateTime: end } }: Timed,
  dates: Dates,
): DateParts {
  return dates.tile(start, Math.max(start, end))
}

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
