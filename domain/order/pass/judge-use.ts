import type { PassUsage } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import type { BoughtPass } from './bought-pass.ts'
import { passHas } from './states.ts'

/** What decides whether a pass can be used for an order of an event now. Tickets that are held or sold count alike. */
export type PassUse = Pick<BoughtPass, 'status' | 'valid' | 'maxEntries'> & {
  readonly usage: PassUsage['kind']
  /** Tickets it pays for, of all events. */
  readonly used: number
  /** Of this event, in other orders. */
  readonly usedAtEvent: number
  readonly now: Instant
}

/** How many tickets of the order the pass may pay for; null: any number. Refused with the codes of domain rules 7.3. */
export function entriesToUse(use: PassUse): Outcome<number | null> {
  const { valid, usage, maxEntries, used, usedAtEvent, now } = use
  if (!passHas(use, 'isAcquired')) return refused(problem('subscription.not.acquired'))
  if (valid.from !== null && now < valid.from) return refused(problem('subscription.not.valid'))
  if (valid.to !== null && now > valid.to) return refused(problem('subscription.expired'))
  if (maxEntries !== null && used >= maxEntries) return refused(problem('subscription.max-usage-reached'))
  if (usage === 'UNLIMITED') return accepted(maxEntries === null ? null : maxEntries - used)
  return usedAtEvent > 0 ? refused(problem('subscription.max-usage-reached-per-event')) : accepted(1)
}
