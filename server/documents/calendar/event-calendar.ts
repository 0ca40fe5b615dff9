import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Instant } from '#domain/instant.ts'
import { type CalendarEntry, descriptionText, locationLine } from './calendar-entry.ts'

export const CALENDAR_FILE_NAME = 'calendar.ics'
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/**
 * The event as an iCalendar file with one entry (shop contract, calendar). `host` is the shop's own, which makes the id
 * of the entry unique in the world; `writtenAt` is when this version of the entry was told.
 */
export function eventCalendar(entry: CalendarEntry, { host, writtenAt }: { host: string; writtenAt: Instant }): string {
  const calendar = ical({ prodId: { company: 'Foyer', product: 'Foyer' }, method: ICalCalendarMethod.PUBLISH })
  const { displayName, location, span, websiteUrl, version } = entry
  const description = descriptionText(entry)
  calendar.createEvent({
    id: uidOf(entry, host),
    sequence: version,
    stamp: new Date(writtenAt),
    start: new Date(span.start),
    end: new Date(span.end),
    summary: displayName,
    status: ICalEventStatus.CONFIRMED,
    ...(description !== '' && { description }),
    ...(location !== null && { location: locationLine(location) }),
    ...(websiteUrl !== null && { url: websiteUrl }),
  })
  return calendar.toString()
}

/** Never changes, so that a calendar replaces its entry; tickets for different days of one event stay apart. */
function uidOf({ shortName, categoryId }: CalendarEntry, host: string): string {
  return categoryId === null ? `${shortName}@${host}` : `${shortName}-${categoryId}@${host}`
}
