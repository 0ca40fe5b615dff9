import { days, hours } from '#domain/foundation/instant.ts'
import { type WallTime, wallTime } from '#domain/foundation/wall-clock.ts'

/**
 * When the shop writes by itself (lifecycle A.4). All times are of the clock on the wall of the event; converting is
 * the caller's part.
 */

/** No reminder of what the buyer has only just read. */
export const REST_AFTER_ORDER = hours(1)

/** Transfers that are due before this moment are worth a reminder: their last day is at most so many hours away. */
export function transfersToRemindBefore(now: WallTime, hoursAhead: number): WallTime {
  return wallTime(startOfDay(now + hours(hoursAhead)) + days(1))
}

/** From when on that is so of a transfer that is due at `deadline`. */
export const firstMomentToRemind = (deadline: WallTime, hoursAhead: number): WallTime =>
  wallTime(startOfDay(deadline) - hours(hoursAhead))

/** The organiser reads the list before the day begins: in the hour from five. */
export const isTimeForList = (now: WallTime): boolean =>
  now - startOfDay(now) >= hours(5) && now < startOfDay(now) + hours(6)

/** The list shows what is due before this moment: until the end of tomorrow, and what is overdue. */
export const transfersToListBefore = (now: WallTime): WallTime => wallTime(startOfDay(now) + days(2))

/** A list made on the same day of the event counts as made. */
export const isListMade = (madeAt: WallTime | null, now: WallTime): boolean =>
  madeAt !== null && startOfDay(madeAt) === startOfDay(now)

export type Season = {
  readonly now: WallTime
  readonly startsAt: WallTime
  /** ASSIGNMENT_REMINDER_START */
  readonly daysBefore: number
}

/** Attendees are asked from so many days before the event until the day before it. */
export function isSeasonToAsk({ now, startsAt, daysBefore }: Season): boolean {
  const left = (startOfDay(startsAt) - startOfDay(now)) / days(1)
  return left >= 1 && left <= daysBefore
}

/** The first moment of the season: the begin of that day. */
export const firstDayToAsk = (startsAt: WallTime, daysBefore: number): WallTime =>
  wallTime(startOfDay(startsAt) - days(daysBefore))

/** Attendees are asked before this: the begin of the day of the event. */
export const endOfAsking = (startsAt: WallTime): WallTime => wallTime(startOfDay(startsAt))

const startOfDay = (time: number): number => Math.floor(time / days(1)) * days(1)
