import type { Language } from '#domain/foundation/language/texts.ts'
import { COUNTRY_CODES, EU_VAT_CODES, GREECE } from '#domain/foundation/country/country-codes.ts'

/** The order in which languages are offered (shop contract, /i18n/languages). */
const ORDER = ['en', 'es', 'it', 'de', 'nl', 'fr', 'ro', 'pt', 'tr', 'pl', 'da', 'bg', 'sv', 'cs']

/** The languages we have texts for: one file each under translations/. */
const SHIPPED = new Set(['en', 'de', 'fr', 'it'])

/** A language as the language menu shows it: named by its own speakers. */
type OfferedLanguage = { readonly locale: Language; readonly displayLanguage: string }

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

type Country = { readonly isoCode: string; readonly name: string }

/** All countries, named in `language` (English if we don't speak it) and sorted by name. Greece is GR. */
export function countries(language: string): readonly Country[] {
  return named(COUNTRY_CODES, language)
}

/** All countries as VAT knows them: Greece is EL. */
export function vatCountries(language: string): readonly Country[] {
  return named(
    COUNTRY_CODES.map(code => (code === GREECE.country ? GREECE.vat : code)),
    language,
  )
}

/** The countries of the European Union as VAT knows them: Greece is EL. */
export function euVatCountries(language: string): readonly Country[] {
  return named(EU_VAT_CODES, language)
}

/** One order for every language, accents counting only where the letters are the same (shop contract, countries). */
const byName = new Intl.Collator('fr')

function named(codes: readonly string[], language: string): readonly Country[] {
  const names = new Intl.DisplayNames(languageOfTag(language) ?? ENGLISH, { type: 'region' })
  const nameOf = (code: string) => names.of(code === GREECE.vat ? GREECE.country : code) ?? code
  const unsorted = codes.map(isoCode => ({ isoCode, name: nameOf(isoCode) }))
  return unsorted.sort((one, other) => byName.compare(one.name, other.name))
}

/** Does the first letter belong to a script that runs from right to left? */
export function startsRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0]
  return first !== undefined && RIGHT_TO_LEFT.test(first)
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** How a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return new Intl.Locale(language).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr'
}
