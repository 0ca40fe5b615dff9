import { type WallTime, wallTime } from '#domain/foundation/wall-clock.ts'
import { days, hours } from '#domain/foundation/instant.ts'

export type TransferTerms = {
  /** As all of these in the zone of what is paid for. */
  readonly now: WallTime
  /** When the event is that is paid for; null: a pass, which is not paid in time for anything. */
  readonly event: { readonly startsAt: WallTime; readonly endsAt: WallTime } | null
  /** OFFLINE_PAYMENT_DAYS */
  readonly daysToPay: number
  /** OFFLINE_PAYMENT_BUSINESS_DAYS: only Monday to Friday count. */
  readonly isBusinessDaysOnly: boolean
}

/** What a buyer has at least to make a bank transfer (lifecycle B.6). */
export const LEAST_HOURS_TO_PAY = 2
const LEAST_TIME = hours(LEAST_HOURS_TO_PAY)

/**
 * How many days a buyer has for a bank transfer: the organiser's number, capped by the days left to the last day on
 * which paying makes sense - the begin of a one-day event, the end of a longer one (lifecycle B.6; a pass has none,
 * decision 3 there). 0: it has to be made within two hours.
 */
export function daysForTransfer(terms: TransferTerms): number {
  const last = lastPayDate(terms)
  return last === null ? terms.daysToPay : Math.min(terms.daysToPay, dayOf(last) - dayOf(terms.now))
}

/** Bank transfer is offered until two hours before the last pay date, whatever the number of days (lifecycle B.6). */
export function isTransferPossible(terms: TransferTerms): boolean {
  return daysForTransfer(terms) >= 0 && terms.now + LEAST_TIME <= (lastPayDate(terms) ?? Infinity)
}

/**
 * When the transfer must have arrived: the current half day plus so many days, or in two hours for 0 days. Working days are Monday to Friday, where
 * a midnight deadline becomes 08:00. Never after the last pay date (lifecycle B.6, domain rules 4.4).
 */
export function transferDeadline(terms: TransferTerms): WallTime {
  const count = daysForTransfer(terms)
  const last = lastPayDate(terms) ?? Infinity
  if (count <= 0) return wallTime(Math.min(terms.now + LEAST_TIME, last))
  const start = halfDay(terms.now)
  const deadline = terms.isBusinessDaysOnly ? addWorkingDays(start, count) : start + days(count)
  return wallTime(Math.min(deadline, last))
}

function lastPayDate({ event }: TransferTerms): WallTime | null {
  if (event === null) return null
  const { startsAt, endsAt } = event
  return dayOf(startsAt) === dayOf(endsAt) ? startsAt : endsAt
}

function addWorkingDays(start: number, count: number): number {
  let moment = start
  for (let left = count; left > 0;) {
    moment += days(1)
    if (isWorkingDay(moment)) left -= 1
  }
  return moment % days(1) === 0 ? moment + hours(8) : moment
}

const dayOf = (time: number): number => Math.floor(time / days(1))
const halfDay = (time: number): number => Math.floor(time / hours(12)) * hours(12)

/** 1 January 1970 was a Thursday. */
function isWorkingDay(time: number): boolean {
  const weekday = (dayOf(time) + 4) % 7
  return weekday !== 0 && weekday !== 6
}
