import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { TimeSpan } from '#server/foundation/language/dates.ts'
import { renderedText } from '#server/foundation/markdown/rendered-markdown.ts'
import type { LastDay } from '#domain/order/pass/validity.ts'

export const CALENDAR_FILE_NAME = 'calendar.ics'
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** Who says that it has written these files. */
const PRODUCT = { company: 'Foyer', product: 'Foyer' }

/** An entry, and when this version of it was written. */
export type WrittenEntry = { readonly entry: CalendarEntry; readonly writtenAt: Instant }

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
  readonly name: string
  /** Where the calendar is read from again. */
  readonly address: string
}

/** An entry of a calendar with many, ready to be written. */
export type SubscribedEntry = { readonly entry: CalendarEntry; readonly data: ICalEventData }

/** @throws RangeError where its time zone is unknown. */
export function subscribedEntry(written: WrittenEntry, host: string): SubscribedEntry {
  return { entry: written.entry, data: eventData(written, host) }
}

/** Many events as a calendar that is read again and again. */
export function calendarToSubscribe(entries: readonly SubscribedEntry[], { name, address }: Subscription): string {
  const calendar = calendarOf(entries.map(({ entry }) => entry))
  calendar.name(name).url(address).source(address).ttl(SECONDS_UNTIL_READ_AGAIN)
  for (const { data } of entries) calendar.createEvent(data)
  return calendarText(calendar)
}

/** The last line ends as the others do, by CR and LF (RFC 5545 3.1). */
const calendarText = (calendar: ICalCalendar): string => `${calendar.toString().trimEnd()}\r\n`

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

/** The address that opens the form of Outlook's web calendar for a new entry, filled in. Times are in UTC. */
export function outlookCalendarLink(entry: CalendarEntry): string {
  const { displayName, location, joinUrl, span } = entry
  const link = new URL('https://outlook.live.com/calendar/0/deeplink/compose')
  const place = joinUrl ?? location
  const parameters = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: displayName,
    startdt: outlookMoment(span.start),
    enddt: outlookMoment(span.end),
    ...(place !== null && { location: locationLine(place) }),
    body: shortened(descriptionText(entry)),
  }
  for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, value)
  return link.href
}

/** "2027-05-15T07:00:00+00:00": the form reads a time without an offset as that of its reader's clock. */
const outlookMoment = (moment: Instant): string => `${new Date(moment).toISOString().slice(0, 19)}+00:00`

type FormFields = {
  readonly dates: string
  readonly ctz?: string
  readonly text: string
  readonly location?: string
  readonly details: string
}

/** The form with these fields filled in. `dates`: beginning and end, each a date or a date-time without an offset. */
function googleFormLink({ details, ...fields }: FormFields): string {
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

/** What a calendar shows of an event. */
export type CalendarEntry = {
  readonly shortName: string
  readonly displayName: string
  /** Markdown in the reader's language; empty when the event has none in it. */
  readonly description: string
  /** Null when it takes place online. */
  readonly location: string | null
  /** Where one person joins it online; in the place of the location, so that calendars show it as a link. */
  readonly joinUrl: string | null
  readonly span: TimeSpan
  /** The category these times are those of; null when they are the event's. */
  readonly categoryId: number | null
  readonly websiteUrl: string | null
  /** Grows with every change of the event, so that calendars know the newer of two files. */
  readonly version: number
}

/** In one line, as calendars want it (shop contract, calendar). */
function locationLine(location: string): string {
  return location.replace(/[\r\n\t]+/g, ' ').trim()
}

function descriptionText({ description }: CalendarEntry): string {
  return renderedText(description)
}

/** "20270515T090000": a date-time without an offset, the way calendars write it. */
function localTime(time: Temporal.PlainDateTime): string {
  return time.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
}

type Span = { readonly start: Instant; readonly end: Instant }

/**
 * The VTIMEZONE that a calendar needs to read local times within `span` (RFC 5545, 3.6.5): the offset that holds at its
 * start, and each change of the clocks until its end, one by one. Written from the zones the platform knows, so that a
 * country that moves its clocks anew needs no library but the runtime's.
 */
export function timeZoneComponent(timeZone: string, { start, end }: Span): string {
  const first = at(start, timeZone)
  // A zone that never moved its clocks has held its offset since ever.
  const since = first.getTimeZoneTransition('previous') ?? at(instant(0), timeZone)
  const changes = [since]
  for (let next = first.getTimeZoneTransition('next'); next && next.epochMilliseconds <= end;) {
    changes.push(next)
    next = next.getTimeZoneTransition('next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...changes.flatMap(observance), 'END:VTIMEZONE'].join('\r\n')
}

const at = (moment: Instant, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone)

/** From one change of the clocks on. It begins at what the clocks showed before. */
function observance(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ seconds: 1 })
  const kind = isSummerTime(change) ? 'DAYLIGHT' : 'STANDARD'
  const onset = change.toInstant().add({ nanoseconds: before.offsetNanoseconds }).toZonedDateTimeISO('UTC')
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localTime(onset.toPlainDateTime())}`,
    `TZOFFSETFROM:${before.offset.replaceAll(':', '')}`,
    `TZOFFSETTO:${change.offset.replaceAll(':', '')}`,
    `END:${kind}`,
  ]
}

/** Summer time is what is ahead of an offset of the months that follow. */
function isSummerTime(change: Temporal.ZonedDateTime): boolean {
  const later = [3, 6, 9].map(months => change.add({ months }).offsetNanoseconds)
  return change.offsetNanoseconds > Math.min(...later)
}

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
