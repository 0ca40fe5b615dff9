import { datesIn } from '#client/language/formats.ts'
import type { Translate } from '#client/language/language-context.ts'
import { type Timed, whenText } from './when.ts'

/**
 * When an event takes place, in a list, where the leaf beside it shows the weekday: several days are written as days,
 * "9 – 10 June 2027".
 */
export function shortWhenText(event: Timed, language: string, t: Translate): string {
  const { startDateTime: start, endDateTime: end } = event.datesWithOffset
  if (event.sameDay || end === 0) return whenText(event, language, t)
  return datesIn(language, event.timeZone).days(start, end)
}
