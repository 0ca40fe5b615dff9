import { startsRightToLeft } from '#server/foundation/language/languages.ts'

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
