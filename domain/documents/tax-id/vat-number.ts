import { vatCountry } from '#domain/foundation/country/country-codes.ts'

/** A VAT number and the country it is of, by the code that VAT uses: Greece is EL. */
export type VatNumber = { readonly country: string; readonly number: string }

/**
 * The number as registers know it: capitals without blanks, dots and dashes, and without the country in front. The
 * buyer's choice decides the country, not the beginning of the number.
 */
export function vatNumber(country: string, text: string): VatNumber {
  const code = vatCountry(country)
  const compact = text.toUpperCase().replaceAll(/[\s.\-/]/g, '')
  const isPrefixed = compact.startsWith(code) && /\d/.test(compact.slice(code.length))
  return { country: code, number: isPrefixed ? compact.slice(code.length) : compact }
}

/** One text for a number of one country. */
export const keyOf = ({ country, number }: VatNumber): string => `${country} ${number}`

/**
 * Could it be a number of this country, by its characters and their number? Saves a question to a register that answers
 * few of them; false for countries outside the European Union.
 */
export function isWellFormed({ country, number }: VatNumber): boolean {
  const form = FORMS[country]
  return form !== undefined && new RegExp(`^(?:${form})$`).test(number)
}

/** How each member state writes its numbers, without the country in front. */
const FORMS: Readonly<Record<string, string>> = {
  AT: String.raw`U\d{8}`,
  BE: String.raw`[01]\d{9}`,
  BG: String.raw`\d{9,10}`,
  CY: String.raw`\d{8}[A-Z]`,
  CZ: String.raw`\d{8,10}`,
  DE: String.raw`\d{9}`,
  DK: String.raw`\d{8}`,
  EE: String.raw`\d{9}`,
  EL: String.raw`\d{9}`,
  ES: String.raw`[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z]`,
  FI: String.raw`\d{8}`,
  FR: String.raw`[A-HJ-NP-Z0-9]{2}\d{9}`,
  HR: String.raw`\d{11}`,
  HU: String.raw`\d{8}`,
  IE: String.raw`\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z]`,
  IT: String.raw`\d{11}`,
  LT: String.raw`\d{9}|\d{12}`,
  LU: String.raw`\d{8}`,
  LV: String.raw`\d{11}`,
  MT: String.raw`\d{8}`,
  NL: String.raw`[A-Z0-9+*]{12}`,
  PL: String.raw`\d{10}`,
  PT: String.raw`\d{9}`,
  RO: String.raw`\d{2,10}`,
  SE: String.raw`\d{12}`,
  SI: String.raw`\d{8}`,
  SK: String.raw`\d{10}`,
}

/** What the register of the European Union says of a VAT number. */
export type RegisterAnswer = 'valid' | 'invalid' | 'unreachable'

/** By `keyOf` of the number. */
export type RegisterAnswers = ReadonlyMap<string, RegisterAnswer>
