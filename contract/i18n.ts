import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { countriesPath, euVatCountriesPath, vatCountriesPath } from './country-paths.ts'
import { bundlePath, languagesPath } from './paths.ts'
import { MapOf } from './schema.ts'
import { Lang, Language } from './shared.ts'
import { BadRequest } from './wrapper.ts'

/** Flat map of dotted key to text, placeholders written {{0}}. */
export const Bundle = MapOf(Type.String())
export type Bundle = Static<typeof Bundle>

export const LocalizedCountry = Type.Object({
  isoCode: Type.String({ pattern: '^[A-Z]{2}$' }),
  name: Type.String(),
})
export type LocalizedCountry = Static<typeof LocalizedCountry>

export const getLanguages = call({
  operationId: 'getLanguages',
  summary: 'The languages the shop speaks',
  tag: 'i18n',
  method: 'GET',
  path: languagesPath,
  responses: { 200: Type.Array(Language) },
})

const LangParams = Type.Object({ lang: Lang })

export const getBundle = call({
  operationId: 'getBundle',
  summary: 'All texts in a language; English where a text or the language is missing',
  tag: 'i18n',
  method: 'GET',
  path: bundlePath,
  params: LangParams,
  query: Type.Object({ withSystemOverride: Type.Optional(Type.Boolean({ default: true })) }),
  responses: { 200: Bundle, 400: BadRequest },
})

export const getCountries = call({
  operationId: 'getCountries',
  summary: 'All countries, sorted by name',
  tag: 'i18n',
  method: 'GET',
  path: countriesPath,
  params: LangParams,
  responses: { 200: Type.Array(LocalizedCountry) },
})

export const getVatCountries = call({
  ...getCountries,
  operationId: 'getCountriesVat',
  summary: 'All countries with their VAT codes',
  path: vatCountriesPath,
})

export const getEuVatCountries = call({
  ...getCountries,
  operationId: 'getEuCountriesVat',
  summary: 'EU countries with their VAT codes',
  path: euVatCountriesPath,
})
