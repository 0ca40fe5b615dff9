/** The 249 countries and territories of ISO 3166-1, by their two letters. Pages that don't ask for it do without it. */
export const COUNTRY_CODES: readonly string[] = /* @__PURE__ */ [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ',
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO',
  'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE',
  'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO',
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW',
  'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM',
  'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
].flatMap(line => line.split(' '))

/** Greece writes its VAT numbers, and the lists of VAT countries, with another code than its own. */
export const GREECE = { country: 'GR', vat: 'EL' } as const

/** Where VAT numbers of the European Union come from (shop contract, /i18n/eu-countries-vat). */
export const EU_VAT_CODES: readonly string[] = [
  'BE EL LT PT BG ES LU RO CZ FR HU SI DK HR MT SK DE IT NL FI EE CY AT SE IE LV PL',
].flatMap(line => line.split(' '))

/** As VAT knows it: GR becomes EL, all others stay. */
export function vatCountry(code: string): string {
  return code === GREECE.country ? GREECE.vat : code
}

/** Is it one of the European Union, by the code that VAT uses? */
export const isEuVatCountry = (code: string): boolean => EU_VAT_CODES.includes(code)

/** Is there such a country? Greece may be written either way. */
export const isCountry = (code: string): boolean => code === GREECE.vat || COUNTRY_CODES.includes(code)
