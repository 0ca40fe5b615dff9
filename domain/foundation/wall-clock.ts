import { type Instant, instant } from '#domain/foundation/instant.ts'
/**
 * A moment on the clock of some zone: the milliseconds an epoch clock would show if that zone were UTC. Converting to
 * and from an Instant needs the zone's rules and is the caller's part.
 */
export type WallTime = number & { readonly brand: 'WallTime' }

export const wallTime = (milliseconds: number): WallTime => milliseconds as WallTime

/** What the clock on a wall of this zone shows at a moment. */
export function onWall(moment: Instant, timeZone: string): WallTime {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone)
  return wallTime(moment + offsetNanoseconds / 1_000_000)
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
