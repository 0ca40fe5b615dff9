/** What a column of a statement as a table is for; `none`: nothing. Several may be text. */
export const COLUMN_ROLES = [
  'none',
  'date',
  'amount',
  'debit',
  'currency',
  'reference',
  'text',
  'payer',
  'payer-account',
  'account',
  'bank-reference',
] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** Of heads in English, German, French and Italian; the first that fits counts. */
const HEADS: readonly (readonly [ColumnRole, RegExp])[] = [
  ['currency', /^(?:w(?:ä|ae)hrung|currency|ccy|devise|divisa|monnaie|moneta)/],
  ['account', /^(?:auftragskonto|own account|kontonummer|iban auftragskonto|account number|numéro de compte)$/],
  ['payer-account', /(?:konto|iban|account|compte|conto)/],
  [
    'bank-reference',
    /(?:transa[ck]tions?[- ]?(?:nr|id|no)|transaction (?:id|no)|no de transaction|bankreferenz|buchungsnummer|entry ref|id transazione)/,
  ],
  ['reference', /(?:referenz|reference|référence|riferimento|end-?to-?end)/],
  ['debit', /(?:belastung|debit|débit|lastschrift|\bsoll\b|addebit|money out|ausgang|paid out)/],
  [
    'amount',
    /(?:betrag|amount|montant|importo|umsatz|gutschrift|credit|crédit|\bhaben\b|accredit|money in|eingang|paid in)/,
  ],
  ['date', /^(?:buchungs|buchungsdatum|datum|date|booking|booked|transaction date|data|comptab)/],
  [
    'payer',
    /(?:auftraggeber|payer|zahler|zahlungspflicht|begünstigt|donneur|ordinante|debitor|partner|counterparty|\bname\b|^nom\b)/,
  ],
  [
    'text',
    /(?:zweck|text|mitteilung|description|beschreibung|purpose|details|libell|communication|causale|descrizione|avisierung|message|buchung|info|memo|comunicazione)/,
  ],
]

/** For each column what it is for, by its head: one for each but the text. */
export function guessRoles(heads: readonly string[]): ColumnRole[] {
  const taken = new Set<ColumnRole>()
  return heads.map(head => {
    const word = head.trim().toLowerCase()
    const role = HEADS.find(([one, pattern]) => !taken.has(one) && pattern.test(word))?.[0] ?? 'none'
    if (role !== 'text') taken.add(role)
    return role
  })
}

/** Is it a row of heads: are there a date and an amount among them? */
export function isHeadRow(cells: readonly string[]): boolean {
  const roles = guessRoles(cells)
  return roles.includes('date') && roles.includes('amount')
}

/** Which sign divides the decimals of these amounts: what comes last in one of them, with one or two digits behind it. */
export function decimalSign(amounts: readonly string[]): '.' | ',' {
  let commas = 0
  let points = 0
  for (const amount of amounts) {
    const last = /([.,])(\d*)\D*$/.exec(amount)
    if (!last) continue
    const hasBoth = amount.includes(',') && amount.includes('.')
    if (!hasBoth && last[2]?.length === 3) continue
    if (last[1] === ',') commas += 1
    else points += 1
  }
  return commas > points ? ',' : '.'
}

/** An amount as spreadsheets write it; null for none at all, undefined where it can't be read. Negative: money that went out. */
export function tableAmount(
  cell: string,
  sign: '.' | ',',
): { readonly amount: string; readonly isNegative: boolean } | null | undefined {
  const bare = cell.replaceAll(/[\s'’\u{a0}\u{202f}]|[A-Z]{3}|[€$£]/gu, '')
  if (bare === '' || bare === '-') return null
  const isNegative = /^[-−(]|-$/.test(bare)
  const digits = bare.replaceAll(/[-−+()]/g, '').replaceAll(sign === ',' ? '.' : ',', '')
  const parts = /^(\d{1,15})(?:[.,](\d{0,5}))?$/.exec(digits)
  if (!parts) return undefined
  const whole = (parts[1] ?? '').replace(/^0+(?=\d)/, '')
  const rest = (parts[2] ?? '').replace(/0+$/, '')
  return { amount: rest === '' ? whole : `${whole}.${rest}`, isNegative }
}

/** The order of days and months, which one cell with a day above 12 shows; the day first where none does. */
export const isMonthFirst = (dates: readonly string[]): boolean =>
  dates.some(date => /^\d{1,2}\/(?:1[3-9]|2\d|3[01])\/\d{2,4}/.test(date.trim()))

/** A date as tables have it, as an ISO date; undefined for any other text. */
export function tableDate(cell: string, monthFirst: boolean): string | undefined {
  const text = cell.trim()
  const iso = /^(\d{4})[-./]?(\d\d)[-./]?(\d\d)(?!\d)/.exec(text)
  const other = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})(?!\d)/.exec(text)
  if (iso) return isoDate(iso[1], iso[2], iso[3])
  if (!other) return undefined
  const year = other[3]?.length === 2 ? `20${other[3]}` : other[3]
  return monthFirst ? isoDate(year, other[1], other[2]) : isoDate(year, other[2], other[1])
}

function isoDate(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? undefined : date
}
