import { useSyncExternalStore } from 'react'
import { minutesEast } from '#client/language/formats.ts'

/**
 * The visitor's time zone where its clock shows something else than the event's at that instant; undefined where it
 * doesn't, and on the server, which can't know.
 */
export function useDifferentZone(eventZone: string, instant: number): string | undefined {
  const own = useSyncExternalStore(neverChanges, ownZone, unknownZone)
  if (own === undefined) return undefined
  return minutesEast(own, instant) === minutesEast(eventZone, instant) ? undefined : own
}

const neverChanges = () => () => {}
const ownZone = (): string | undefined => Intl.DateTimeFormat().resolvedOptions().timeZone
const unknownZone = (): string | undefined => undefined
