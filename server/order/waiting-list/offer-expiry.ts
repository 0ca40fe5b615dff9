import { type Instant, after, hours } from '#domain/foundation/instant.ts'
import { intoWorkingTime } from '#domain/order/waiting-list/working-time.ts'
import { fromWall, onWall } from '#domain/foundation/wall-clock.ts'

/** Until when an offer made now is held: so many hours, moved into working time in the zone (domain rules 6.3). */
export function offerExpiry(now: Instant, hoursToAnswer: number, timeZone: string): Instant {
  const local = onWall(after(now, hours(hoursToAnswer)), timeZone)
  return fromWall(intoWorkingTime(local), timeZone)
}
