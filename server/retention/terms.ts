import { type Instant, instant } from '#domain/instant.ts'
import type { RetentionTerms } from '#domain/retention/what-is-due.ts'
import type { NumberKey } from '#server/setting/registry.ts'
import type { Settings } from '#server/setting/settings.ts'

export function retentionTerms(settings: Settings): RetentionTerms {
  const days = (key: NumberKey): number | null => settings.number(key) || null
  return {
    days: days('RETENTION_DAYS'),
    mailDays: days('RETENTION_DAYS_MAILS'),
    scanDays: days('RETENTION_DAYS_SCANS'),
  }
}

/**
 * Documents issued before this are no longer wanted by the law: it counts whole years, from the end of the one a document
 * was issued in, as the calendar of the place says.
 */
export function endOfBooks(settings: Settings, timeZone: string, now: Instant): Instant {
  const { year } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const first = Temporal.PlainDate.from({ year: year - settings.number('RETENTION_YEARS_BILLING'), month: 1, day: 1 })
  return instant(first.toZonedDateTime(timeZone).epochMilliseconds)
}
