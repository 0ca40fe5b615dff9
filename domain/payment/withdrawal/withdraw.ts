import type { Withdrawal } from '#domain/catalog/catalog/pass.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type Minor, ZERO, minor } from '#domain/foundation/money/money.ts'
import { type ReservationStatus, has } from '#domain/order/reservation/states.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import { type WithdrawalPeriod, withdrawalPeriod } from './withdrawal-period.ts'

/** What decides whether the contract about a bought pass can be withdrawn from now. */
export type WithdrawalFacts = {
  readonly withdrawal: Withdrawal
  readonly order: { readonly status: ReservationStatus; readonly confirmedAt: Instant | null }
  readonly timeZone: string
  readonly now: Instant
}

export const WITHDRAWAL_REFUSALS = ['not-offered', 'not-confirmed', 'has-ended', 'over'] as const
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number]

export type WithdrawalDecision =
  | { readonly kind: 'possible'; readonly period: WithdrawalPeriod; readonly afterUse: AfterUse }
  /** The period is stated where there is one. */
  | { readonly kind: 'refused'; readonly reason: WithdrawalRefusal; readonly period: WithdrawalPeriod | null }

/** From the contract to the end of the last day, whatever the pass was used for meanwhile (decision 44). */
export function judgeWithdrawal({ withdrawal, order, timeZone, now }: WithdrawalFacts): WithdrawalDecision {
  const { confirmedAt } = order
  if (has(order, 'hasEnded')) return refused('has-ended')
  if (!has(order, 'isComplete') || confirmedAt === null) return refused('not-confirmed')
  if (withdrawal.kind === 'none') return refused('not-offered')
  const period = withdrawalPeriod({ confirmedAt, timeZone, days: withdrawal.days })
  return now < period.until
    ? { kind: 'possible', period, afterUse: withdrawal.afterUse }
    : { kind: 'refused', reason: 'over', period }
}

const refused = (reason: WithdrawalRefusal): WithdrawalDecision => ({ kind: 'refused', reason, period: null })

type AfterUse = Extract<Withdrawal, { kind: 'possible' }>['afterUse']

/** What a pass cost, and what was had of it. */
export type UseSoFar = Pick<BoughtPass, 'maxEntries' | 'valid'> & {
  readonly paid: Minor
  /** Entries that stay used. */
  readonly used: number
  readonly confirmedAt: Instant
  readonly timeZone: string
  readonly now: Instant
}

/**
 * What comes back: everything while nothing was used; afterwards what the organiser's rule says. In proportion is by entries,
 * or by days where any number is sold and the pass has an end; where it has neither, nothing measures a share, and everything
 * comes back. What is kept is rounded down, in favour of the buyer.
 */
export function amountToReturn(use: UseSoFar, afterUse: AfterUse): Minor {
  const { paid, used } = use
  if (used === 0) return paid
  switch (afterUse) {
    case 'EVERYTHING':
      return paid
    case 'NOTHING':
      return ZERO
    case 'PRO_RATA':
      return withoutShare(paid, shareUsed(use))
    default:
      return afterUse satisfies never
  }
}

type Share = { readonly part: number; readonly whole: number }

function shareUsed({ used, maxEntries, valid, confirmedAt, timeZone, now }: UseSoFar): Share {
  if (maxEntries !== null) return { part: used, whole: maxEntries }
  if (valid.to === null) return { part: 0, whole: 1 }
  const day = (moment: Instant) =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate()
  const first = day(instant(Math.max(confirmedAt, valid.from ?? confirmedAt)))
  const daysTo = (moment: Instant) => Math.max(0, first.until(day(moment), { largestUnit: 'day' }).days + 1)
  return { part: daysTo(now), whole: daysTo(valid.to) }
}

function withoutShare(paid: Minor, { part, whole }: Share): Minor {
  if (part >= whole) return ZERO
  return minor(paid - (paid * BigInt(part)) / BigInt(whole))
}
