import { minutesEast } from '#domain/foundation/language/dates.ts'

const MINUTE_MS = 60_000

/** "2027-05-15T09:00:00" of a moment in a zone. */
export const localOf = (moment: number, zone: string): string =>
  new Date(moment + minutesEast(zone, moment) * MINUTE_MS).toISOString().slice(0, 19)

/** The moment of a local time; null for what is none. The hour that a zone leaves out in spring is the one after it. */
export function momentOf(local: string, zone: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return null
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return null
  const guess = wall - minutesEast(zone, wall) * MINUTE_MS
  return wall - minutesEast(zone, guess) * MINUTE_MS
}
