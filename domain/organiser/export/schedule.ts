import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { ExportPeriod } from './export-kind.ts'

/** How often an export is mailed, at a full hour by the clock of a zone. Weekdays: 1 is Monday, 7 is Sunday. */
export type Schedule =
  | { readonly kind: 'DAILY'; readonly hour: number }
  | { readonly kind: 'WEEKLY'; readonly weekday: number; readonly hour: number }
  /** A month that is too short has it on its last day. */
  | { readonly kind: 'MONTHLY'; readonly day: number; readonly hour: number }

/**
 * The first moment after this one that the schedule names. An hour that is skipped in spring counts as the next one, of one
 * that comes twice in autumn the first counts.
 */
export function nextDue(schedule: Schedule, timeZone: string, after: Instant): Instant {
  let day = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timeZone).toPlainDate()
  for (;;) {
    if (isDayOf(schedule, day)) {
      const time = Temporal.PlainTime.from({ hour: schedule.hour })
      const due = day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds
      if (due > after) return instant(due)
    }
    day = day.add({ days: 1 })
  }
}

function isDayOf(schedule: Schedule, day: Temporal.PlainDate): boolean {
  switch (schedule.kind) {
    case 'DAILY':
      return true
    case 'WEEKLY':
      return day.dayOfWeek === schedule.weekday
    case 'MONTHLY':
      return day.day === Math.min(schedule.day, day.daysInMonth)
    default:
      return schedule satisfies never
  }
}

/** From this moment up to that one, which is not included; null: without an end. */
export type Span = { readonly since: Instant | null; readonly until: Instant | null }

/** The period that has ended last, by the calendar of a zone. */
export function spanOf(period: ExportPeriod, timeZone: string, now: Instant): Span {
  if (period === 'ALL') return { since: null, until: null }
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  if (period === 'MONTH') {
    const first = today.with({ day: 1 })
    return between(first.subtract({ months: 1 }), first, timeZone)
  }
  return between(today.subtract({ days: period === 'DAY' ? 1 : 7 }), today, timeZone)
}

/** Days as people state them, "2027-05-15", both included; null: without an end. */
export function spanOfDays(from: string | null, to: string | null, timeZone: string): Span {
  return {
    since: from === null ? null : startOf(Temporal.PlainDate.from(from), timeZone),
    until: to === null ? null : startOf(Temporal.PlainDate.from(to).add({ days: 1 }), timeZone),
  }
}

const between = (first: Temporal.PlainDate, end: Temporal.PlainDate, timeZone: string): Span => ({
  since: startOf(first, timeZone),
  until: startOf(end, timeZone),
})

const startOf = (day: Temporal.PlainDate, timeZone: string): Instant =>
  instant(day.toZonedDateTime(timeZone).epochMilliseconds)
