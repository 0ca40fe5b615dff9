import { minutesEast } from '#domain/foundation/language/dates.ts'

const MINUTE_MS = 60_000

/** "2027-05-15T09:00:00" of a moment in a zone. */
export const localOf = (moment: number, zone: string): string =>
  new Date(moment + minutesEast(zone, moment) * MINUTE_MS).toISOString().slice(0, 19)

/** The moment of a local time; null for what is none. */
export function momentOf(local: string, zone: string): number | null {
  const asUtc = Date.parse(`${local}Z`)
  return Number.isNaN(asUtc) ? null : asUtc - minutesEast(zone, asUtc) * MINUTE_MS
}
