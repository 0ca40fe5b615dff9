import type { Instant } from '#domain/foundation/instant.ts'
import { type CalendarEntry, descriptionText, locationLine } from './calendar-entry.ts'
import { localTime } from './time-zone.ts'

const LONGEST_DETAILS = 1024

/** The address that opens Google's form for a new entry, filled in (shop contract, calendar with `type=google`). */
export function googleCalendarLink(entry: CalendarEntry): string {
  const { displayName, location, span } = entry
  return googleFormLink({
    dates: `${wallClock(span.start, span.timeZone)}/${wallClock(span.end, span.timeZone)}`,
    ctz: span.timeZone,
    text: displayName,
    ...(location !== null && { location: locationLine(location) }),
    details: descriptionText(entry),
  })
}

type FormFields = {
  readonly dates: string
  readonly ctz?: string
  readonly text: string
  readonly location?: string
  readonly details: string
}

/** The form with these fields filled in. `dates`: beginning and end, each a date or a date-time without an offset. */
export function googleFormLink({ details, ...fields }: FormFields): string {
  const link = new URL('https://www.google.com/calendar/event')
  const parameters = { action: 'TEMPLATE', ...fields, details: shortened(details) }
  for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, value)
  return link.href
}

/** By the clock of the zone. */
function wallClock(moment: Instant, timeZone: string): string {
  return localTime(Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDateTime())
}

/** Cut by code units, but never through a character that takes two. */
function shortened(text: string): string {
  return text.slice(0, LONGEST_DETAILS).replace(/[\ud800-\udbff]$/, '')
}
