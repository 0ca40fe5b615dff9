import { type Instant, after, hours, instant } from '#domain/instant.ts'
import { wallTime } from '#domain/payment/transfer-deadline.ts'
import { intoWorkingTime } from '#domain/waiting-list/working-time.ts'

/** Until when an offer made now is held: so many hours, moved into working time in the zone (domain rules 6.3). */
export function offerExpiry(now: Instant, hoursToAnswer: number, timeZone: string): Instant {
  const local = Temporal.Instant.fromEpochMilliseconds(after(now, hours(hoursToAnswer)))
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
  const moved = intoWorkingTime(wallTime(local.toZonedDateTime('UTC').epochMilliseconds))
  const inWorkingTime = Temporal.Instant.fromEpochMilliseconds(moved).toZonedDateTimeISO('UTC').toPlainDateTime()
  return instant(inWorkingTime.toZonedDateTime(timeZone).epochMilliseconds)
}
