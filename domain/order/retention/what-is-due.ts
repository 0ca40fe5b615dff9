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

/** At `now`, for an event that ended at `end`: mails and scans go at their own time, and at the latest with the rest. */
export function whatIsDue(terms: RetentionTerms, end: Instant, now: Instant): WhatIsDue {
  const isOver = (count: number | null): boolean => count !== null && now >= after(end, days(count))
  const people = isOver(terms.days)
  return { people, mails: people || isOver(terms.mailDays), scans: people || isOver(terms.scanDays) }
}
