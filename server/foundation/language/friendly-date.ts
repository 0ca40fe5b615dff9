import type { Instant } from '#domain/foundation/instant.ts'

/** By whose clock and in whose words a date is shown, on our own pages and in mails. */
export type Place = { readonly timeZone: string; readonly language: string }

/** "Saturday 15 May 2027" */
export function longDate(moment: Instant, place: Place): string {
  const text = format(place, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(moment)
  return place.language === 'en' ? text.replace(',', '') : text
}

/** "09:00" */
export function shortTime(moment: Instant, place: Place): string {
  return format(place, TIME).format(moment)
}

/**
 * "Saturday 15 May 2027, 09:00–17:30"; over several days "Saturday 15 May 2027, 09:00 – Sunday 16 May 2027, 17:30".
 * Both ends are shown by the place's clock.
 */
export function dateRange(range: { readonly start: Instant; readonly end: Instant }, place: Place): string {
  const [firstDay, lastDay] = [longDate(range.start, place), longDate(range.end, place)]
  if (firstDay !== lastDay) {
    return `${firstDay}, ${shortTime(range.start, place)} – ${lastDay}, ${shortTime(range.end, place)}`
  }
  return `${firstDay}, ${format(place, TIME).formatRange(range.start, range.end)}`
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** Making a format is a hundred times dearer than using it, and the same few are used again and again. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The day before the month and a 24-hour clock: our English is European. */
function format({ timeZone, language }: Place, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`
  const known =
    formats.get(key) ?? new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { timeZone, ...options })
  formats.set(key, known)
  return known
}
