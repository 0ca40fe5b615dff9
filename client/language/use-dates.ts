import { useSyncExternalStore } from 'react'
import { type Dates, datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage } from './language-context.ts'

/** Dates in the language of the page, with the zone where the visitor's clock shows something else; never on the server. */
export function useDates(timeZone: string): Dates {
  const { language } = useLanguage()
  const zone = useOwnZone()
  return datesIn(language, timeZone, zone === undefined ? undefined : { zone })
}

/** The zone of the visitor's clock; undefined on the server, which can't know it. */
export const useOwnZone = (): string | undefined => useSyncExternalStore(neverChanges, ownZone, unknownZone)

const neverChanges = () => () => {}
const unknownZone = (): string | undefined => undefined

const ownZone = (): string | undefined => Intl.DateTimeFormat().resolvedOptions().timeZone
