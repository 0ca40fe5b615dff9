import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { RetentionTerms } from '#domain/order/retention/what-is-due.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { type Settings, numberEverywhere } from '#server/foundation/setting/settings.ts'
import type { NumberKey } from '#server/foundation/setting/registry.ts'

export function retentionTerms(settings: Settings): RetentionTerms {
  const days = (key: NumberKey): number | null => settings.number(key) || null
  return {
    days: days('RETENTION_DAYS'),
    mailDays: days('RETENTION_DAYS_MAILS'),
    scanDays: days('RETENTION_DAYS_SCANS'),
  }
}

type TermsEverywhere = {
  at(event: { readonly id: number; readonly organizationId: number }): RetentionTerms
  /** False: nothing is erased anywhere. */
  readonly areSomewhere: boolean
}

/** The terms of every event, read at once. */
export async function termsEverywhere(db: Queryable): Promise<TermsEverywhere> {
  const people = await numberEverywhere(db, 'RETENTION_DAYS')
  const mails = await numberEverywhere(db, 'RETENTION_DAYS_MAILS')
  const scans = await numberEverywhere(db, 'RETENTION_DAYS_SCANS')
  return {
    at: ({ id, organizationId }) => {
      const place = { contextId: id, organizationId }
      return { days: people.at(place) || null, mailDays: mails.at(place) || null, scanDays: scans.at(place) || null }
    },
    areSomewhere: [people, mails, scans].some(({ values }) => values.some(count => count > 0)),
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
