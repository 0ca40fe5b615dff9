import { type Instant, after, days, minutes } from '#domain/foundation/instant.ts'

/** After so long no process is sending a claimed mail any more: it may be claimed again (lifecycle D). */
export const CLAIM_MILLISECONDS = minutes(10)

/** How many mails one run sends at most, and how many at a time. */
export const MAILS_PER_RUN = 100
export const MAILS_AT_A_TIME = 4

/** How many are claimed by one statement: those of an order, and a process that dies delays no more. */
export const MAILS_CLAIMED_AT_A_TIME = 8

/** A mail server that is away is awaited for so long, however often a mail was tried meanwhile. */
const AWAITED_FOR = days(1)

/** It comes back at any time: no mail waits longer than this for the next try. */
const LONGEST_WAIT_FOR_SERVER = minutes(10)

/** `refused`: this mail was not taken. `away`: no mail would have been. `hopeless`: there is nothing to send any more. */
export type Reason = 'refused' | 'away' | 'hopeless'

export type Failure = {
  readonly reason: Reason
  /** With this one. */
  readonly attempts: number
  /** How many of them ended because the server was away; with this one, if it did. */
  readonly awayAttempts: number
  /** When the mail was first tried since its last request. */
  readonly triedSince: Instant
}

export type AfterFailure = { readonly status: 'RETRY'; readonly nextAttemptAt: Instant } | { readonly status: 'ERROR' }

/** What becomes of a mail that could not be sent: the wait grows by a minute each time. */
export function afterFailure(failure: Failure, maximumAttempts: number, now: Instant): AfterFailure {
  const { reason, attempts, awayAttempts, triedSince } = failure
  if (reason === 'away') {
    if (now >= after(triedSince, AWAITED_FOR)) return { status: 'ERROR' }
    return { status: 'RETRY', nextAttemptAt: after(now, Math.min(minutes(awayAttempts), LONGEST_WAIT_FOR_SERVER)) }
  }
  const refusals = attempts - awayAttempts
  if (reason === 'hopeless' || refusals >= maximumAttempts) return { status: 'ERROR' }
  return { status: 'RETRY', nextAttemptAt: after(now, minutes(refusals)) }
}
