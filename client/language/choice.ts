/** Where a choice of language can come from. `offered` is never empty. */
export type LanguagePreferences = {
  /** `?lang=` of the address. */
  readonly requested?: string | null
  /** Chosen by hand earlier in this tab. */
  readonly saved?: string | null
  /** The browser's languages, best first, such as "de-CH". */
  readonly preferred: readonly string[]
  readonly offered: readonly string[]
}

const LAST_RESORT = 'en'

/** The language to start with: the address, the saved choice, the browser, English, whatever there is. */
export function chooseLanguage({ requested, saved, preferred, offered }: LanguagePreferences): string {
  const wishes = [requested, saved, ...preferred, LAST_RESORT, offered[0]].map(wish => primary(wish ?? ''))
  return wishes.find(wish => offered.includes(wish)) ?? LAST_RESORT
}

/** "de-CH" asks for "de". */
const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? tag

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

/** Which way a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(primary(language)) ? 'rtl' : 'ltr'
}
