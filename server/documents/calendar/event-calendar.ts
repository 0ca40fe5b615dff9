import ical, { type ICalCalendar, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type CalendarEntry, descriptionText, locationLine } from './calendar-entry.ts'
import { timeZoneComponent } from './time-zone.ts'

export const CALENDAR_FILE_NAME = 'calendar.ics'
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** Who says that it has written these files. */
export const PRODUCT = { company: 'Foyer', product: 'Foyer' }

/** An entry, and when this version of it was written. */
type WrittenEntry = { readonly entry: CalendarEntry; readonly writtenAt: Instant }

/**
 * The event as an iCalendar file with one entry (shop contract, calendar). `host` is the shop's own, which makes the id
 * of the entry unique in the world.
 */
export function eventCalendar(entry: CalendarEntry, { host, writtenAt }: { host: string; writtenAt: Instant }): string {
  const calendar = calendarOf([entry])
  calendar.createEvent(eventData({ entry, writtenAt }, host))
  return calendarText(calendar)
}

type Subscription = {
  readonly host: string
  readonly name: string
  /** Where the calendar is read from again. */
  readonly address: string
}

/** Many events as a calendar that is read again and again. */
export function calendarToSubscribe(entries: readonly WrittenEntry[], { host, name, address }: Subscription): string {
  const calendar = calendarOf(entries.map(({ entry }) => entry))
  calendar.name(name).url(address).source(address).ttl(SECONDS_UNTIL_READ_AGAIN)
  for (const written of entries) calendar.createEvent(eventData(written, host))
  return calendarText(calendar)
}

/** The last line ends as the others do, by CR and LF (RFC 5545 3.1). */
export const calendarText = (calendar: ICalCalendar): string => `${calendar.toString().trimEnd()}\r\n`

const SECONDS_UNTIL_READ_AGAIN = 6 * 60 * 60

/** Times are given by the clock of the place, and the file says how that clock runs. */
function calendarOf(entries: readonly CalendarEntry[]): ICalCalendar {
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod.PUBLISH })
  return calendar.timezone({
    name: null,
    generator: timeZone =>
      timeZoneComponent(timeZone, spanOf(entries.filter(({ span }) => span.timeZone === timeZone))),
  })
}

function spanOf(entries: readonly CalendarEntry[]): { start: Instant; end: Instant } {
  return {
    start: instant(Math.min(...entries.map(({ span }) => span.start))),
    end: instant(Math.max(...entries.map(({ span }) => span.end))),
  }
}

function eventData({ entry, writtenAt }: WrittenEntry, host: string): ICalEventData {
  const { displayName, span, websiteUrl, version } = entry
  const location = entry.joinUrl ?? entry.location
  const description = descriptionText(entry)
  const inZone = (moment: Instant) => Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(span.timeZone)
  return {
    id: uidOf(entry, host),
    sequence: version,
    stamp: new Date(writtenAt),
    timezone: span.timeZone,
    start: inZone(span.start),
    end: inZone(span.end),
    summary: displayName,
    status: ICalEventStatus.CONFIRMED,
    ...(description !== '' && { description }),
    ...(location !== null && { location: locationLine(location) }),
    ...(websiteUrl !== null && { url: websiteUrl }),
  }
}

/** Never changes, so that a calendar replaces its entry; tickets for different days of one event stay apart. */
function uidOf({ shortName, categoryId }: CalendarEntry, host: string): string {
  return categoryId === null ? `${shortName}@${host}` : `${shortName}-${categoryId}@${host}`
}
