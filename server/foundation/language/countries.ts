import { COUNTRY_CODES, EU_VAT_CODES, GREECE } from '#domain/foundation/country/country-codes.ts'
import { ENGLISH, languageOfTag } from './languages.ts'

export type Country = { readonly isoCode: string; readonly name: string }

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
