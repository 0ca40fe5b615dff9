import { directionOf, startsRightToLeft } from '#server/foundation/language/languages.ts'
import type { Say } from '#server/foundation/language/texts.ts'

/** A text as the templates set it: what they would have to find out letter by letter comes with it. */
export type Written = {
  readonly text: string
  /** A text runs as its own first letter does, so that a name reads right inside a page that runs the other way. */
  readonly rtl: boolean
  /** No word of it is wider than this, in em: a column that is as wide needs no measuring. */
  readonly widest: number
  /** Scripts of India and beyond hang letters below each other: their lines need more room. */
  readonly reachesDown: boolean
}

const REACHES_DOWN = /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/

/** A text that runs as its own first letter does. */
export function written(text: string): Written {
  return inDirection(text, startsRightToLeft(text))
}

/** A text whose direction the page decides. */
export function inDirection(text: string, rtl: boolean): Written {
  const widest = Math.max(...text.split(' ').map(mostEms))
  return { text, rtl, widest, reachesDown: REACHES_DOWN.test(text) }
}

/** The advance widths of our fonts end at 0.98 em in ASCII but for "@" (1.02), at 1.34 in other Latin letters, at 2.84 in all. */
function mostEms(word: string): number {
  let ems = 0
  for (const letter of word)
    ems += letter < '@' || (letter > '@' && letter < '\u007f') ? 1 : letter < '\u0250' ? 1.5 : 3
  return ems
}

/** Each line that is not empty. */
export function writtenLines(text: string): Written[] {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(written)
}

/** A label and what it says, on as many lines. */
export type FactOnPage = { readonly label: Written; readonly lines: readonly Written[] }

/** Our own sentences run as their language does, whatever name they begin with. */
export function ourTexts(language: string, say: Say): (key: string, ...args: string[]) => Written {
  const rtl = directionOf(language) === 'rtl'
  return (key, ...args) => inDirection(say(key, ...args), rtl)
}
