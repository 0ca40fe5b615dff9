import { type Instant, days, minutes } from '../instant.ts'

/** The mail of one order, or of one ticket, is sent once more at most so often, whoever asks from wherever. */
const LIMITS = [
  { count: 3, within: minutes(10) },
  { count: 10, within: days(1) },
] as const

/** How long a request counts at most. */
export const REQUESTS_COUNT_FOR = days(1)

/** Milliseconds until the mail may be asked for once more after these requests; 0: now. */
export function waitBeforeMail(earlier: readonly Instant[], now: Instant): number {
  const latestFirst = earlier.toSorted((one, other) => other - one)
  const waits = LIMITS.map(({ count, within }) => {
    const last = latestFirst[count - 1]
    return last === undefined ? 0 : last + within - now
  })
  return Math.max(0, ...waits)
}
