import { type Instant, after, hours, minutes } from '#domain/instant.ts'

/** After so long nobody is sending a claimed mail any more: it may be claimed again (lifecycle D). */
export const CLAIM_MILLISECONDS = hours(1)

/** How many mails one run sends at most, and how many at a time. */
export const MAILS_PER_RUN = 100
export const MAILS_AT_A_TIME = 4

export type AfterFailure = { readonly status: 'RETRY'; readonly nextAttemptAt: Instant } | { readonly status: 'ERROR' }

/** What becomes of a mail after its failed `attempt` (1 for the first): the wait grows by a minute each time. */
export function afterFailure(attempt: number, maximumAttempts: number, now: Instant): AfterFailure {
  if (attempt >= maximumAttempts) return { status: 'ERROR' }
  return { status: 'RETRY', nextAttemptAt: after(now, minutes(attempt)) }
}
