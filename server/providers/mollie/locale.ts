/** The locales of Mollie, the usual one of a language first. */
const LOCALES =
  'ca_ES cs_CZ da_DK de_DE de_AT de_CH de_LU en_US en_BE en_GB en_NL es_ES fi_FI fr_FR fr_BE fr_LU hu_HU is_IS it_IT lt_LT lv_LV nb_NO nl_NL nl_BE pl_PL pt_PT sk_SK sv_SE'.split(
    ' ',
  )

/** Norwegian without saying which is bokmål. */
const LANGUAGES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }

/** Null for a language that Mollie does not speak: it goes by the browser then. */
export function mollieLocale(language: string, country: string | null): string | null {
  const spoken = LANGUAGES[language] ?? language
  const exact = LOCALES.find(locale => locale === `${spoken}_${country ?? ''}`)
  return exact ?? LOCALES.find(locale => locale.startsWith(`${spoken}_`)) ?? null
}

/** VAT knows Greece and Northern Ireland by codes of its own. */
const OF_VAT: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }

export const isoCountry = (country: string): string => OF_VAT[country] ?? country
