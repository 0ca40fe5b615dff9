import { directionOf } from '#server/foundation/language/languages.ts'
import type { Say } from '#server/foundation/language/texts.ts'
import type { Written } from './written.ts'

/** A label and what it says, on as many lines. */
export type FactOnPage = { readonly label: Written; readonly lines: readonly Written[] }

/** Our own sentences run as their language does, whatever name they begin with. */
export function ourTexts(language: string, say: Say): (key: string, ...args: string[]) => Written {
  const rtl = directionOf(language) === 'rtl'
  return (key, ...args) => ({ text: say(key, ...args), rtl })
}
