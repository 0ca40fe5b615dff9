import { days, hours } from '../instant.ts'

/**
 * A moment on the clock of some zone: the milliseconds an epoch clock would show if that zone were UTC. Converting to
 * and from an Instant needs the zone's rules and is the caller's part.
 */
export type WallTime = number & { readonly brand: 'WallTime' }

export const wallTime = (milliseconds: number): WallTime => milliseconds as WallTime

export type TransferTerms = {
  /** All in the zone of the event. */
  readonly now: WallTime
  readonly startsAt: WallTime
  readonly endsAt: WallTime
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
 * which paying makes sense - the begin of a one-day event, the end of a longer one (lifecycle B.6). 0: it has to be
 * made within two hours.
 */
export function daysForTransfer(terms: TransferTerms): number {
  return Math.min(terms.daysToPay, dayOf(lastPayDate(terms)) - dayOf(terms.now))
}

/** Bank transfer is offered until two hours before the last pay date, whatever the number of days (lifecycle B.6). */
export function isTransferPossible(terms: TransferTerms): boolean {
  return daysForTransfer(terms) >= 0 && terms.now + LEAST_TIME <= lastPayDate(terms)
}

/**
 * When the transfer must have arrived: the current half day plus so many days, or in two hours for 0 days. Working days are Monday to Friday, where
 * a midnight deadline becomes 08:00. Never after the last pay date (lifecycle B.6, domain rules 4.4).
 */
export function transferDeadline(terms: TransferTerms): WallTime {
  const count = daysForTransfer(terms)
  if (count <= 0) return wallTime(Math.min(terms.now + LEAST_TIME, lastPayDate(terms)))
  const start = halfDay(terms.now)
  const deadline = terms.isBusinessDaysOnly ? addWorkingDays(start, count) : start + days(count)
  return wallTime(Math.min(deadline, lastPayDate(terms)))
}

function lastPayDate({ startsAt, endsAt }: TransferTerms): WallTime {
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
