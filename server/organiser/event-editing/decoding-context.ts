import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Known } from '#domain/organiser/event-editing/reading.ts'
import type { PromoCodeDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { Shop } from '#server/catalog/context.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { zoneExists } from '#server/foundation/language/time-zone.ts'
import { hasText } from '#server/foundation/language/state-text.ts'

const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** What the rules about events need to know of the time, languages, currencies, zones, texts, and the organisation. */
export function decodingContext(
  { clock, texts }: Pick<Shop, 'clock' | 'texts'>,
  organizerCodes: readonly PromoCodeDraft[],
): Known {
  return {
    now: clock.now(),
    organizerCodes,
    languages: shippedLanguages,
    isCurrency: code => currencies.has(code),
    isTimeZone: zone => zoneExists(zone),
    instantOf: localMoment,
    isSkipped,
    isTextKey: key => hasText(texts, key),
  }
}

/** Such as 02:30 in the night in which summer time begins: read back, its moment is another hour. */
function isSkipped(local: string, zone: string): boolean {
  const stated = Temporal.PlainDateTime.from(local)
  return !stated.toZonedDateTime(zone).toPlainDateTime().equals(stated)
}

/** The moment of a local date-time; undefined when it is none. */
function localMoment(local: string, zone: string): Instant | undefined {
  if (!LOCAL_DATE_TIME.test(local)) return undefined
  try {
    return instant(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
