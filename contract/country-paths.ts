/** The addresses of the names of countries, apart from those of paths.ts so that only the pages that need them load them. */
export const countriesPath = '/api/v2/public/i18n/countries/:lang'
export const vatCountriesPath = '/api/v2/public/i18n/countries-vat/:lang'
export const euVatCountriesPath = '/api/v2/public/i18n/eu-countries-vat/:lang'
