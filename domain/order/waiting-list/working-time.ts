import { days, hours } from '#domain/foundation/instant.ts'
import { type WallTime, wallTime } from '#domain/foundation/wall-clock.ts'

/**
 * Moves a moment into Monday to Friday, 08:00 to 20:00, both inclusive, so that an offer doesn't lapse while people
 * sleep (domain rules 6.3). A weekend becomes Monday at the same hour; outside these hours, whole hours are added until
 * the next morning. Both are repeated, because Friday night leads to a Saturday (13, Q14).
 */
export function intoWorkingTime(moment: WallTime): WallTime {
  let moved: number = moment
  for (;;) {
    const next = moved + daysToMonday(moved) + hoursToMorning(moved)
    if (next === moved) return wallTime(moved)
    moved = next
  }
}

function daysToMonday(moment: number): number {
  // 1 January 1970 was a Thursday.
  const weekday = (Math.floor(moment / days(1)) + 4) % 7
  if (weekday === 6) return days(2)
  return weekday === 0 ? days(1) : 0
}

function hoursToMorning(moment: number): number {
  const time = moment - Math.floor(moment / days(1)) * days(1)
  if (time < hours(OPENING)) return hours(OPENING - Math.floor(time / hours(1)))
  if (time > hours(CLOSING)) return hours(24 + OPENING - Math.floor(time / hours(1)))
  return 0
}

const OPENING = 8
const CLOSING = 20
