import { type Instant, after, days } from '#domain/foundation/instant.ts'

/** How long the shop keeps the people of an event; null: without end. */
export type RetentionTerms = {
  /** Days after its end. */
  readonly days: number | null
  /** Where these go earlier than the rest. */
  readonly mailDays: number | null
  readonly scanDays: number | null
}

/** So long after its end, or after it was stopped, a job with many orders is kept with its report. */
export const BULK_JOB_DAYS = 90

/** What of an event is to be erased. */
export type WhatIsDue = { readonly people: boolean; readonly mails: boolean; readonly scans: boolean }

/** The moments of that, for an event that ends at `end`; null: never. Nothing outlives the people. */
export function whenDue(
  { days: count, mailDays, scanDays }: RetentionTerms,
  end: Instant,
): Readonly<Record<keyof WhatIsDue, Instant | null>> {
  const people = count === null ? null : after(end, days(count))
  const earlier = (own: number | null): Instant | null => {
    if (own === null) return people
    const moment = after(end, days(own))
    return people === null || moment < people ? moment : people
  }
  return { people, mails: earlier(mailDays), scans: earlier(scanDays) }
}

/** At `now`, for an event that ended at `end`: mails and scans go at their own time, and at the latest with the rest. */
export function whatIsDue(terms: RetentionTerms, end: Instant, now: Instant): WhatIsDue {
  const { people, mails, scans } = whenDue(terms, end)
  const isOver = (moment: Instant | null): boolean => moment !== null && now >= moment
  return { people: isOver(people), mails: isOver(mails), scans: isOver(scans) }
}
