import Papa from 'papaparse'
import {
  type ColumnRole,
  decimalSign,
  guessRoles,
  isHeadRow,
  isMonthFirst,
  tableAmount,
  tableDate,
} from '#domain/payment/reconciliation/statement-columns.ts'
import { type ReadStatement, type StatementEntry, onOneLine } from '#domain/payment/reconciliation/statement-entry.ts'
import { MAX_ENTRIES, StatementFault } from './statement-fault.ts'

/** A statement as a table: comma, semicolon, tab or bar between its cells, in quotes or not (RFC 4180). */

/** What a member has said of the columns. */
export type StatedColumns = {
  readonly roles: readonly ColumnRole[]
  /** Where no column has it. */
  readonly currency: string | null
}

/** What the columns seem to be, for a member to confirm. */
export type GuessedColumns = {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly roles: readonly ColumnRole[]
  readonly currency: string | null
}

/** Banks write some lines about the account above the heads. */
const LONGEST_PREFACE = 40
const SHOWN_ROWS = 4
const MAX_COLUMNS = 60
const MAX_CELL_SHOWN = 80

type Table = {
  readonly preface: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

function tableOf(text: string): Table {
  const { data } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimiter: separatorOf(text),
    preview: MAX_ENTRIES + LONGEST_PREFACE + 2,
  })
  const at = data.slice(0, LONGEST_PREFACE).findIndex(isHeadRow)
  const [heads, ...rows] = data.slice(Math.max(at, 0))
  if (!heads || heads.length < 2 || heads.length > MAX_COLUMNS || rows.length === 0)
    throw new StatementFault('no-statement')
  if (rows.length > MAX_ENTRIES) throw new StatementFault('too-many', MAX_ENTRIES)
  return { preface: data.slice(0, Math.max(at, 0)).flat().join(' '), heads, rows }
}

const SEPARATORS = [';', '\t', ',', '|']

/** The one that makes a row of heads; else the one that is there most. */
function separatorOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, LONGEST_PREFACE)
  const isMadeBy = (separator: string): boolean =>
    lines.some(line => isHeadRow(line.split(separator).map(cell => cell.replaceAll('"', ''))))
  const count = (separator: string): number => lines.join('').split(separator).length
  return SEPARATORS.find(isMadeBy) ?? SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

export function guessColumns(text: string): GuessedColumns {
  const { preface, heads, rows } = tableOf(text)
  const roles = guessRoles(heads)
  const currency = roles.includes('currency')
    ? null
    : (/\b(CHF|EUR|USD|GBP)\b/.exec([...heads, preface].join(' '))?.[1] ?? null)
  const short = (row: readonly string[]): string[] => heads.map((_, at) => (row[at] ?? '').slice(0, MAX_CELL_SHOWN))
  return { heads: short(heads), rows: rows.slice(0, SHOWN_ROWS).map(short), roles, currency }
}

export function readTable(text: string, { roles, currency }: StatedColumns): ReadStatement {
  const { heads, rows } = tableOf(text)
  const at = (role: ColumnRole): number => roles.indexOf(role)
  if (roles.length !== heads.length || at('date') < 0 || at('amount') < 0) throw new StatementFault('columns')
  if (at('currency') < 0 && currency === null) throw new StatementFault('currency')
  const column = (role: ColumnRole): string[] => rows.map(row => row[at(role)] ?? '')
  const sign = decimalSign(column('amount'))
  const monthFirst = isMonthFirst(column('date'))
  const skipped = { debits: 0, reversals: 0, pending: 0 }
  const entries: StatementEntry[] = []
  for (const [index, row] of rows.entries()) {
    const cell = (role: ColumnRole): string => onOneLine(row[at(role)] ?? '')
    const cells = (role: ColumnRole): string[] => row.filter((_, place) => roles[place] === role)
    const money = tableAmount(cell('amount'), sign)
    // Banks end with rows of sums and balances, which have no date.
    if (cell('date') === '' && index > 0) continue
    if (money === null || money?.isNegative) {
      skipped.debits += 1
      continue
    }
    const bookedOn = tableDate(cell('date'), monthFirst)
    const code = at('currency') < 0 ? currency : cell('currency').toUpperCase()
    if (!money || bookedOn === undefined || !code || !/^[A-Z]{3}$/.test(code))
      throw new StatementFault('row', index + 1)
    entries.push({
      account: accountOf(cell('account')),
      bookedOn,
      amount: money.amount,
      currency: code,
      references: cells('reference')
        .map(onOneLine)
        .filter(one => one !== ''),
      text: onOneLine(cells('text').join(' ')),
      payer: cell('payer') || null,
      payerAccount: accountOf(cell('payer-account')),
      bankReference: cell('bank-reference') || null,
    })
  }
  return { format: 'CSV', entries, skipped }
}

function accountOf(text: string): string | null {
  const account = text.replaceAll(/\s/g, '').toUpperCase()
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) ? account : null
}
