import type { Instant } from '#domain/foundation/instant.ts'

const RELATIVE = /^([+-]\d{1,4})d (\d{2}:\d{2})$/

/**
 * Replaces every text such as "+45d 09:00" in the content of an event file by the local date-time it means today, in
 * the zone the file names.
 */
export function withDatesFrom(now: Instant, content: unknown): unknown {
  const zone = zoneOf(content)
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  return replaceTexts(content, text => {
    const [, days, time] = RELATIVE.exec(text) ?? []
    return days === undefined ? text : `${today.add({ days: Number(days) }).toString()}T${time}`
  })
}

/** The check of the file reports a missing or unknown zone; until then any day will do. */
function zoneOf(content: unknown): string {
  const zone = typeof content === 'object' && content !== null && 'timezone' in content ? content.timezone : undefined
  return typeof zone === 'string' && isTimeZone(zone) ? zone : 'UTC'
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map(item => replaceTexts(item, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceTexts(member, replace)]))
}
