import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LastDay } from '#domain/order/pass/last-day.ts'
import { PRODUCT, calendarText, googleFormLink } from './calendar.ts'

/** The end of a bought pass, as its holder's calendar shows it. Calendars are shared: nothing in it uses the pass. */
export type PassCalendarEntry = LastDay & {
  /** The public id of the bought pass. */
  readonly publicId: string
  readonly title: string
  /** Readable text. */
  readonly description: string
  /** The page of the pass in the shop. */
  readonly pageUrl: string
  readonly version: number
}

/** At nine in the morning, wherever the reader is. */
const REMINDED_AT_HOUR = 9
const HOUR = 3600

/** An iCalendar file with one day that leaves its reader free, and a reminder of it. `host` is the shop's own. */
export function passCalendar(
  { publicId, title, description, pageUrl, day, reminderDays, version }: PassCalendarEntry,
  { host, writtenAt }: { readonly host: string; readonly writtenAt: Instant },
): string {
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod.PUBLISH })
  const entry = calendar.createEvent({
    id: `subscription-${publicId}@${host}`,
    sequence: version,
    stamp: new Date(writtenAt),
    allDay: true,
    start: day,
    end: day.add({ days: 1 }),
    summary: title,
    description,
    url: pageUrl,
    status: ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  // Counted from the midnight with which the day begins.
  const triggerBefore = (reminderDays * 24 - REMINDED_AT_HOUR) * HOUR
  entry.createAlarm({ type: ICalAlarmType.display, description: title, triggerBefore })
  return calendarText(calendar)
}

/** The address that opens Google's form for the same day. */
export function googlePassLink({ title, description, day }: PassCalendarEntry): string {
  const [first, next] = [day, day.add({ days: 1 })].map(one => one.toString().replaceAll('-', ''))
  return googleFormLink({ dates: `${first}/${next}`, text: title, details: description })
}
