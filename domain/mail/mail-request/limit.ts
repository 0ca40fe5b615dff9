import { type Instant, days, hours, minutes } from '#domain/foundation/instant.ts'

/**
 * What sends mails on request: the mail of one order or one ticket once more, a ticket that is passed on, which is
 * mailed to the new and to the former holder, or the links of all orders of an address. Lifecycle D wants the rate
 * limited and gives no figures; these leave room for a person who mistypes an address a few times, and none for writing
 * to strangers.
 */
export type MailRequestKind = 'AGAIN' | 'PASS_ON' | 'ORDERS'

/** How often one order, one ticket or one address may do it, by any caller from anywhere. */
const LIMITS = {
  AGAIN: [
    { count: 3, within: minutes(10) },
    { count: 10, within: days(1) },
  ],
  PASS_ON: [
    { count: 5, within: hours(1) },
    { count: 10, within: days(1) },
  ],
  ORDERS: [
    { count: 3, within: minutes(10) },
    { count: 10, within: days(1) },
  ],
} as const satisfies Record<MailRequestKind, readonly { count: number; within: number }[]>

/** How long a request counts at most. */
export const REQUESTS_COUNT_FOR = days(1)

/** Milliseconds until one more may follow these requests of its kind; 0: now. */
export function waitBeforeMail(kind: MailRequestKind, earlier: readonly Instant[], now: Instant): number {
  const latestFirst = earlier.toSorted((one, other) => other - one)
  const waits = LIMITS[kind].map(({ count, within }) => {
    const last = latestFirst[count - 1]
    return last === undefined ? 0 : last + within - now
  })
  return Math.max(0, ...waits)
}
