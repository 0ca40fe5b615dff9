import { type Instant, after, days } from '#domain/foundation/instant.ts'

/** What decides whether the owner of a pass is reminded of its end. */
export type EndingPass = {
  /** From when on it is good; when it was bought where it is open at that end. */
  readonly from: Instant
  readonly to: Instant
}

/**
 * Is it time to remind the owner? In the last days of a pass that is good for at least twice as long: an owner who has
 * just bought one for a week needs no reminder. `ahead`: days; 0: no reminders (lifecycle A.4).
 */
export function isTimeToRemind({ from, to }: EndingPass, ahead: number, now: Instant): boolean {
  return ahead > 0 && now < to && after(to, -days(ahead)) <= now && to - from >= 2 * days(ahead)
}
