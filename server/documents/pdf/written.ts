import { directionOf, startsRightToLeft } from '#server/foundation/language/languages.ts'
import type { Say } from '#server/foundation/language/texts.ts'

/**
 * A text with the direction its first letter asks for, so that a name reads right inside a page that runs the other
 * way.
 */
export type Written = { readonly text: string; readonly rtl: boolean }

export function written(text: string): Written {
  return { text, rtl: startsRightToLeft(text) }
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
  return (key, ...args) => ({ text: say(key, ...args), rtl })
}
