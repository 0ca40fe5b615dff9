import { COUNTDOWN_DANGER_MS, COUNTDOWN_WARNING_MS } from '#contract/limits.ts'

/** How pressing the time left is: calm, under five minutes, under one minute, none left (specification, booking 9). */
export type Urgency = 'calm' | 'soon' | 'last' | 'over'

/** The moments at which the time left is spoken: five minutes and one minute before the end. */
export const SPOKEN_AT_MILLISECONDS = [COUNTDOWN_DANGER_MS, COUNTDOWN_WARNING_MS] as const

export function urgencyOf(leftMilliseconds: number): Urgency {
  if (leftMilliseconds <= 0) return 'over'
  if (leftMilliseconds < COUNTDOWN_DANGER_MS) return 'last'
  return leftMilliseconds < COUNTDOWN_WARNING_MS ? 'soon' : 'calm'
}

/**
 * Whole minutes to speak when the time went from `before` to `now` (both milliseconds left), else undefined. Of several
 * marks passed at once, as after the computer slept, only the last is worth saying; past the end nothing is.
 */
export function minutesToSpeak(before: number, now: number): number | undefined {
  if (now <= 0) return undefined
  const passed = SPOKEN_AT_MILLISECONDS.find(mark => before > mark && now <= mark)
  return passed === undefined ? undefined : passed / 60_000
}

/** "4:38", or "1:04:38" from an hour on; a started second counts in full, so that "0:00" is only shown at the end. */
export function clockDigits(leftMilliseconds: number): string {
  const { hours, minutes, seconds } = parts(leftMilliseconds)
  const two = (count: number) => String(count).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** The same in words of `language` for screen readers: "4 minutes 38 seconds". */
export function clockWords(leftMilliseconds: number, language: string): string {
  const { hours, minutes, seconds } = parts(leftMilliseconds)
  const words = [
    inWords(hours, 'hour', language),
    inWords(minutes, 'minute', language),
    inWords(seconds, 'second', language),
  ]
  return words.filter((_, position) => [hours, minutes, seconds][position] !== 0).join(' ')
}

/** "5 minutes", "1 minute", in `language`. */
export function minutesInWords(count: number, language: string): string {
  return inWords(count, 'minute', language)
}

function inWords(count: number, unit: 'hour' | 'minute' | 'second', language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

function parts(leftMilliseconds: number): { hours: number; minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.ceil(leftMilliseconds / 1000))
  return { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60), seconds: seconds % 60 }
}
