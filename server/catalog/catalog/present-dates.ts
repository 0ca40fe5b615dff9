import type { DatesWithTimeZoneOffset } from '#contract/shared.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { dateMap } from '#server/foundation/language/dates.ts'
import type { Texts } from '#server/foundation/language/texts.ts'

/** Days of events, and of the sale and validity of passes. */
export const EVENT_DATES = 'common.event.date-format'
const EVENT_TIMES = 'common.event.time-format'
/** When a category or an extra begins and ends to be sold. */
export const SALE_DATES = 'common.ticket-category.date-format'

type When = Pick<Event, 'startsAt' | 'endsAt' | 'timeZone'>

/** Begin and end of an event as instants and as texts in these languages. */
export function presentDates({ startsAt, endsAt, timeZone }: When, texts: Texts, languages: readonly string[]) {
  const map = (instant: Instant, patternKey: string) => dateMap(texts, { instant, timeZone, languages, patternKey })
  return {
    datesWithOffset: presentPeriod({ start: startsAt, end: endsAt }, timeZone),
    sameDay: dayOf(startsAt, timeZone) === dayOf(endsAt, timeZone),
    formattedBeginDate: map(startsAt, EVENT_DATES),
    formattedBeginTime: map(startsAt, EVENT_TIMES),
    formattedEndDate: map(endsAt, EVENT_DATES),
    formattedEndTime: map(endsAt, EVENT_TIMES),
  }
}

/** Begin and end as instants; what has no end is sent as 0. */
export function presentPeriod(
  { start, end }: { readonly start: Instant; readonly end: Instant | null },
  timeZone: string,
): DatesWithTimeZoneOffset {
  return {
    startDateTime: start,
    startTimeZoneOffset: offsetSeconds(start, timeZone),
    endDateTime: end ?? 0,
    endTimeZoneOffset: end === null ? 0 : offsetSeconds(end, timeZone),
  }
}

function offsetSeconds(instant: Instant, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e9
}

function dayOf(instant: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}
