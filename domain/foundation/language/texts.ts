/** A two-letter language code the shop ships, such as "en". */
export type Language = string & { readonly brand: 'Language' }

/** One text in several languages. */
export type LocalizedTexts = Readonly<Record<string, string>>

/** The text in `language`, else in the first language that has one, else the empty text. */
export function inLanguage(texts: LocalizedTexts, language: string): string {
  return texts[language] ?? Object.values(texts)[0] ?? ''
}

/** The text in `language`, else in the first of `others` that has one, else in any that has one, else the empty text. */
export function inFirstLanguage(texts: LocalizedTexts, language: string, others: readonly string[]): string {
  return inLanguage(texts, [language, ...others].find(each => texts[each] !== undefined) ?? language)
}

/** The language of what `inLanguage` answers, for screen readers; undefined where it is the one asked for. */
export function otherLanguage(texts: LocalizedTexts, language: string): string | undefined {
  return texts[language] === undefined ? Object.keys(texts)[0] : undefined
}

/**
 * The form of a text that says how many: the last part of its key. The languages we speak know two for numbers that are
 * written out: 0 is singular in French, and plural in the others.
 */
export function pluralOf(language: string, count: number): 'one' | 'other' {
  return new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
}

/** "3 × Student": the count and the first word of the name never part at the end of a line. */
export const counted = (quantity: number, name: string): string => `${quantity}\u00a0×\u00a0${name}`
