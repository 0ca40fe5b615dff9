import { type Instant, instant } from '#domain/instant.ts'
import type { Known } from '#domain/organiser/event-draft.ts'
import { shippedLanguages } from '#server/language/languages.ts'

const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** What the rules about events need to know of languages, currencies and time zones. */
export const eventWorld: Known = {
  languages: shippedLanguages,
  isCurrency: code => currencies.has(code),
  isTimeZone: zone => zoneExists(zone),
  instantOf: localMoment,
}

/** The moment of a local date-time; undefined when it is none. In a skipped hour it is an hour later. */
function localMoment(local: string, zone: string): Instant | undefined {
  if (!LOCAL_DATE_TIME.test(local)) return undefined
  try {
    return instant(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Named zones only: an offset such as "+02:00" knows no summer time. */
function zoneExists(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
