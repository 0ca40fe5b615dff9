import { type Instant, instant } from '#domain/foundation/instant.ts'

/** "20270515T090000": a date-time without an offset, the way calendars write it. */
export function localTime(time: Temporal.PlainDateTime): string {
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
