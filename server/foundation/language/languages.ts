import type { Language } from '#domain/foundation/language/texts.ts'

/** The order in which languages are offered (shop contract, /i18n/languages). */
const ORDER = ['en', 'es', 'it', 'de', 'nl', 'fr', 'ro', 'pt', 'tr', 'pl', 'da', 'bg', 'sv', 'cs']

/** The languages we have texts for: one file each under translations/. */
const SHIPPED = new Set(['en', 'de', 'fr', 'it'])

/** A language as the language menu shows it: named by its own speakers. */
export type OfferedLanguage = { readonly locale: Language; readonly displayLanguage: string }

/** The languages of the shop, in the order they are offered. */
export const shippedLanguages: readonly Language[] = ORDER.filter(isShipped)

/** What a text falls back to. */
export const ENGLISH = decodeEnglish()

export const offeredLanguages: readonly OfferedLanguage[] = shippedLanguages.map(locale => ({
  locale,
  displayLanguage: new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale,
}))

function isShipped(code: string): code is Language {
  return SHIPPED.has(code)
}

/** The shipped language of this two-letter code, if it is one; "en-GB" or "xx" is none. */
export function shippedLanguage(code: string): Language | undefined {
  return isShipped(code) ? code : undefined
}

/** The shipped language that a tag asks for, whatever its region and letter case: "de-CH" and "DE" are German. */
export function languageOfTag(tag: string): Language | undefined {
  return shippedLanguage(tag.trim().toLowerCase().split(/[-_]/, 1).join())
}

function decodeEnglish(): Language {
  const english = shippedLanguage('en')
  if (english === undefined) throw new Error('English is not shipped, but every text falls back to it')
  return english
}
