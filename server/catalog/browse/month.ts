import type { Event } from '#domain/catalog/catalog/event.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'

type When = Pick<Event, 'startsAt' | 'endsAt' | 'timeZone'>

/** The month of a moment where the event takes place: "2027-05". */
export function monthOf(moment: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toPlainYearMonth()
    .toString()
}

/** Does a part of the event fall into the month? What ends at midnight does not reach into the day that begins then. */
export function takesPlaceIn(month: string, { startsAt, endsAt, timeZone }: When): boolean {
  const last = instant(Math.max(startsAt, endsAt - 1))
  return monthOf(startsAt, timeZone) <= month && month <= monthOf(last, timeZone)
}
