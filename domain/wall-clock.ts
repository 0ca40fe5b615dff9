import { type Instant, instant } from '#domain/instant.ts'
import { type WallTime, wallTime } from '#domain/payment/transfer-deadline.ts'

/** What the clock on a wall of this zone shows at a moment. */
export function onWall(moment: Instant, timeZone: string): WallTime {
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return wallTime(local.toZonedDateTime('UTC').epochMilliseconds)
}

/** The moment at which it shows this; an hour that is skipped in spring counts as the next one. */
export function fromWall(time: WallTime, timeZone: string): Instant {
  const local = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC').toPlainDateTime()
  return instant(local.toZonedDateTime(timeZone).epochMilliseconds)
}

/** As organisers state and read it: "2027-05-15T09:00:00" by the clock of this zone. */
export const localDateTime = (moment: Instant, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
