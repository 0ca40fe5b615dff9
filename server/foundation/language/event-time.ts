import type { Instant } from '#domain/foundation/instant.ts'
import { dateRange, longDate, type Place, shortTime } from './friendly-date.ts'

/** When something takes place: its beginning, its end, and the IANA zone both are shown in. */
export type TimeSpan = { readonly start: Instant; readonly end: Instant; readonly timeZone: string }

/** "Saturday 15 May 2027, 09:00–17:30 CEST": on paper the zone is always named. */
export function timeSpanText(span: TimeSpan, language: string): string {
  return timeSpanLines(span, language).join(' ')
}

/** As `timeSpanText`, on a line for each of the two days when there are two. */
export function timeSpanLines({ start, end, timeZone }: TimeSpan, language: string): readonly string[] {
  const place = { timeZone, language }
  const zone = zoneName(end, place)
  const [firstDay, lastDay] = [longDate(start, place), longDate(end, place)]
  if (firstDay === lastDay) return [`${dateRange({ start, end }, place)} ${zone}`]
  return [`${firstDay}, ${shortTime(start, place)} –`, `${lastDay}, ${shortTime(end, place)} ${zone}`]
}

/** "Friday 7 May 2027, 12:00 CEST": a moment by which something must be done. */
export function momentText(moment: Instant, place: Place): string {
  return `${longDate(moment, place)}, ${shortTime(moment, place)} ${zoneName(moment, place)}`
}

/** The short name of the zone, which differs between summer and winter. */
function zoneName(moment: Instant, { timeZone, language }: Place): string {
  const key = `${language} ${timeZone}`
  const format = zoneFormats.get(key) ?? zoneFormat({ timeZone, language })
  zoneFormats.set(key, format)
  return format.formatToParts(moment).find(part => part.type === 'timeZoneName')?.value ?? timeZone
}

/** A format costs a hundred times what its use does, in time and in memory. */
const zoneFormats = new Map<string, Intl.DateTimeFormat>()

function zoneFormat({ timeZone, language }: Place): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { timeZone, timeZoneName: 'short' })
}
