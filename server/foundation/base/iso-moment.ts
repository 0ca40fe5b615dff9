import type { Instant } from '#domain/foundation/instant.ts'

/** "2027-05-15T09:00:00+02:00": a moment as the clock at the place says it. */
export function isoMoment(moment: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment)
    .toZonedDateTimeISO(timeZone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })
}
